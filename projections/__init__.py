"""What each viewer may know, kept live; pure, bytes at most."""
