"""What goes wrong at an archive, as a sentence for a person."""


class ShelfTrouble(Exception):  # noqa: N818  names what is the matter
    """The archive cannot be read or written; *sentence* says where and why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def check_size(where: str, size: int, most: int) -> None:
    """Raise ShelfTrouble if what lies at *where* has more bytes than *most*."""
    if size > most:
        raise ShelfTrouble(f"{where} has more than the {most} bytes that a record may have.")
