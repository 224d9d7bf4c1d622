"""The rule systems, a folder each; `domain.registry` finds them."""
