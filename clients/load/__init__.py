"""Many at once against one server, on purpose and bounded."""
