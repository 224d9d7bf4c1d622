"""Campaigns of faults. The oracle: what clients saw acknowledged, and every event they were shown.

`make chaos` runs the long forms and writes their figures, `test_campaigns.py` the short ones.
"""
