"""The edges: store, hosts of games, HTTP and websockets."""
