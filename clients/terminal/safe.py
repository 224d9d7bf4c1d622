"""What others wrote is shown, and does nothing."""


def safe(text: str) -> str:
    """Return *text* with everything that could steer a terminal made visible."""
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in text)
