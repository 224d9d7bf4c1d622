"""The whole server on a virtual clock and a faulty network, all chance from one seed.

Real: hosts, fan-out, deadlines, sessions, the HTTP handlers, what settles an append; the clients of
the SDK and the bots. Stood in for: the loop's clock, sockets, the store (`model_store.py`, which
`test_model_store.py` holds against the real Valkey), the machine's chance.

    python -m tests.simulation --seeds 500 --seed 1
"""
