"""A stranger's verifier: an afternoon's work from docs/reference/record.md, and nothing else.

Standard library, msgpack and Ed25519. `check(data)` returns what the record is of, or raises
ValueError. It shares no line with Broadside's own verifier: it proves that one can be written.
"""

import hashlib
import hmac
from typing import Any

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def signed(key: bytes, signature: bytes, message: bytes, what: str) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        raise ValueError(f"{what} is not signed by who should have") from None


def need(holds: object, what: str) -> None:
    if not holds:
        raise ValueError(what)


def drawn(key: bytes, dice: list[Any]) -> list[list[int]]:
    stream, block = b"", 0
    faces: list[list[int]] = []
    for _, count, sides in dice:
        group: list[int] = []
        width = 1 if sides <= 256 else 2
        while len(group) < count:
            if len(stream) < width:
                stream += hmac.digest(key, b"dice/1 stream\0" + block.to_bytes(4, "big"), "sha256")
                block += 1
                continue
            value, stream = int.from_bytes(stream[:width], "big"), stream[width:]
            if value < 256**width - 256**width % sides:
                group.append(value % sides + 1)
        faces.append(group)
    return faces


class Checked:
    def __init__(self, first: dict[str, Any]) -> None:
        self.game, self.server_key = first["game"], first["server_key"]
        self.prev, self.keys, self.rolls, self.hidden = bytes(32), dict[int, bytes](), 0, 0
        self.chains: dict[int, tuple[int, bytes]] = {}
        self.opens: list[tuple[bytes, bytes]] = []
        self.seals: list[bytes] = []
        self.asked: list[int] = []
        self.ends, self.led = False, {"do": "", "seat": 0}

    def event(self, number: int, e: dict[str, Any]) -> None:
        need(e["p"] == number, f"event {number} is missing")
        sealed = e.get("s")
        seal = sha(b"seal/1\0", sealed) if sealed is not None else e.get("seal", bytes(32))
        header = b"rec/1\0" + self.game + number.to_bytes(8, "big") + e["t"].to_bytes(8, "big")
        self.prev = sha(b"\0", header, self.prev, sha(e["o"]), seal)
        need(e["h"] == self.prev, f"event {number} was altered")
        self.opens.append((e["o"], seal))
        kind, d = (opened := msgpack.unpackb(e["o"]))["k"], opened["d"]
        secret = msgpack.unpackb(sealed[16:]) if sealed is not None else None
        self.led = {"declared": d, "server_declared": d | {"seat": 0}}.get(kind, self.led)
        if kind == "created":
            need(d["server_key"] == self.server_key and d["game"] == self.game, "another game")
            self.chains[0], self.commitment = (0, d["anchor"]), d["hidden"]
        elif kind == "seat_taken":
            self.keys[d["seat"]], self.chains[d["seat"]] = d["key"], (0, d["anchor"])
        elif kind == "anchor_renewed":
            own = (self.led["do"], self.led["seat"]) == ("renew_chain", d["seat"])
            own = own and self.led["with"].get("anchor", d["anchor"]) == d["anchor"]
            need(own, "a chain that nobody renewed")
            self.chains[d["seat"]] = (0, d["anchor"])
        elif kind == "declared":
            signed(
                self.keys[d["seat"]], e["g"], b"decl/1\0" + sha(e["o"]) + seal, f"event {number}"
            )
        elif kind == "dice_asked":
            self.asked = d["contributors"]
        elif kind == "link_opened":
            message = (
                b"dice/1 link\0" + self.ctx_asked(d["i"]) + d["i"].to_bytes(4, "big") + d["link"]
            )
            signed(self.keys[d["seat"]], d["sig"], message, f"the link of event {number}")
        elif kind in ("dice_rolled", "dice_rolled_hidden"):
            self.roll(kind, d, secret)
        elif kind == "opened":
            need(
                self.seals[d["position"] - 1] == sha(b"seal/1\0", d["salt"], d["secret"]), "a seal"
            )
        elif kind == "over":
            self.ends = True
        self.seals.append(seal)

    def ctx_asked(self, i: int) -> bytes:
        asked = next(o for o, _ in reversed(self.opens) if b"\xa1k\xaadice_asked" in o[:20])
        d = msgpack.unpackb(asked)["d"]
        need(d["i"] == i, "a link that nobody asked for")
        return bytes(d["ctx"])

    def roll(self, kind: str, d: dict[str, Any], secret: dict[str, Any] | None) -> None:
        self.rolls += 1
        need(d["i"] == self.rolls, f"roll {self.rolls} is missing")
        parts = [
            bytes([len(label.encode())])
            + label.encode()
            + c.to_bytes(2, "big")
            + s.to_bytes(2, "big")
            for label, c, s in d["dice"]
        ]
        cause, seal = self.opens[d["by"] - 1]
        i32 = d["i"].to_bytes(4, "big")
        ctx = sha(b"dice/1 ctx\0", self.game, i32, sha(cause), seal, sha(*parts))
        need(ctx == d["ctx"], f"roll {d['i']} is bound to something else")
        need([seat for seat, _, _ in d["contributors"]] == self.asked, "other contributors")
        self.asked = []
        message = b"dice/1 roll\0" + ctx + bytes([len(d["contributors"])])
        for seat, status, link in d["contributors"]:
            message += bytes([seat, status]) + link
            if status == 1:
                self.forward(seat, d["i"], link)
        if kind == "dice_rolled":
            self.forward(0, d["i"], source := d["link"])
            faces = d["faces"]
        else:
            self.hidden += 1
            committed, self.commitment = self.commitment, d["next"]
            if secret is None:
                return
            source, faces = secret["seed"], secret["faces"]
            found = sha(b"dice/1 hidden\0", self.game, self.hidden.to_bytes(4, "big"), source)
            need(found == committed and d["j"] == self.hidden, "a hidden seed")
        key = hmac.digest(source, message + b"\0", "sha256")
        need(faces == drawn(key, d["dice"]), f"the faces of roll {d['i']} are not its own")

    def forward(self, seat: int, i: int, link: bytes) -> None:
        known, last = self.chains[seat]
        found = link
        for k in range(i, known, -1):
            found = sha(b"dice/1 chain\0", self.game, bytes([seat]), k.to_bytes(4, "big"), found)
        need(i > known and found == last, f"a link of seat {seat} is of another chain")
        self.chains[seat] = (i, link)


def check(data: bytes) -> Checked:
    unpacker = msgpack.Unpacker(max_buffer_size=len(data) + 1)
    unpacker.feed(data)
    maps, ends = [], []
    for one in unpacker:
        maps.append(one)
        ends.append(unpacker.tell())
    first, *events, last = maps
    checked = Checked(first)
    for number, event in enumerate(events, start=1):
        checked.event(number, event)
    at, head, signature = last["head"]
    here = (len(events), checked.prev) == (at, head) and ends[-1] == len(data)
    need(here, "it ends elsewhere than the server signed")
    message = b"head/1\0" + checked.game + at.to_bytes(8, "big") + head
    signed(checked.server_key, signature, message, "the head")
    signed(checked.server_key, last["file"], b"bsr/1\0" + sha(data[: ends[-2]]), "the file")
    return checked
