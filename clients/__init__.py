"""Everything that talks to a server, and the verifier that needs none."""
