"""The server's share of chance comes from one secret, which nobody else can read."""

import asyncio
import time
from pathlib import Path

import pytest

from domain.dice import Chain, chain, chain_seed, hidden_commitment, link_holds
from domain.names import SERVER, GameId, SeatId
from domain.record import Head, head_message, receipt_message, signature_holds
from server.entropy import STRIDE, Entropy, GameSources, master_secret

GAME = GameId(bytes(range(16)))
MASTER = b"\x07" * 32


def test_the_links_are_those_of_the_chain() -> None:
    sources, links = Entropy(MASTER).sources(GAME), chain(GAME, SERVER, chain_seed(MASTER, GAME))
    assert sources.anchor(Chain()) == links[0]
    for i in (1, 2, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE, 65_536, 7):
        assert sources.link(Chain(), i) == links[i]
    assert link_holds(GAME, SERVER, 5, sources.link(Chain(), 5), 0, sources.anchor(Chain()))


def test_another_chain_has_a_seed_and_a_length_of_its_own() -> None:
    sources, longer = Entropy(MASTER).sources(GAME), Chain(1, 2 * STRIDE + 5)
    links = chain(GAME, SERVER, chain_seed(MASTER, GAME, 1), longer.links)
    assert sources.anchor(longer) == links[0] != sources.anchor(Chain())
    for i in (1, STRIDE, 2 * STRIDE, 2 * STRIDE + 1, longer.links):
        assert sources.link(longer, i) == links[i]


def test_hidden_seeds_and_salts_are_of_one_game_and_one_number() -> None:
    entropy = Entropy(MASTER)
    one, other = entropy.sources(GAME), entropy.sources(GameId(bytes(16)))
    assert one.commitment(1) == hidden_commitment(GAME, 1, one.hidden_seed(1))
    assert len({one.salt(1), one.salt(2), other.salt(1)}) == 3
    assert len({one.hidden_seed(1), one.hidden_seed(2), other.hidden_seed(1)}) == 3
    assert len(one.salt(1)) == 16


def test_heads_and_receipts_are_signed_by_the_servers_key() -> None:
    entropy, head = Entropy(MASTER), Head(3, b"\x01" * 32)
    signed = entropy.signed_head(GAME, head)
    key = entropy.public_key
    assert signature_holds(key, signed.signature, head_message(GAME, head))
    receipt = entropy.receipt(GAME, head, b"\x02" * 16)
    assert signature_holds(key, receipt, receipt_message(GAME, head, b"\x02" * 16))
    assert not signature_holds(Entropy(b"\x08" * 32).public_key, receipt, b"")


def test_a_token_is_of_one_holder() -> None:
    entropy = Entropy(MASTER)
    token = entropy.token(GAME, SeatId(1), b"i" * 32, b"k" * 32)
    assert len(token) == 32
    others = [
        entropy.token(GAME, SeatId(2), b"i" * 32, b"k" * 32),
        entropy.token(GAME, SeatId(1), b"j" * 32, b"k" * 32),
        entropy.token(GAME, SeatId(1), b"i" * 32, b"l" * 32),
        entropy.token(GameId(bytes(16)), SeatId(1), b"i" * 32, b"k" * 32),
    ]
    assert len({token, *others}) == 5


def test_the_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    file = tmp_path / "master.secret"
    master = master_secret(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert master_secret(file) == master
    file.chmod(0o644)
    with pytest.raises(PermissionError, match="chmod 600"):
        master_secret(file)
    file.chmod(0o600)
    file.write_bytes(master[:31])
    with pytest.raises(ValueError, match="damaged"):
        master_secret(file)


async def test_chains_are_hashed_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games are opened at once, one thread computes beside the loop."""
    entropy, now, most = Entropy(MASTER), [0], [0]
    anchor = GameSources.anchor

    def counted(sources: GameSources, chain: Chain) -> bytes:
        now[0] += 1
        most[0] = max(most[0], now[0])
        time.sleep(0.01)
        now[0] -= 1
        return anchor(sources, chain)

    monkeypatch.setattr(GameSources, "anchor", counted)
    games = [entropy.sources(GameId(bytes([i] * 16))) for i in range(4)]
    anchors = await asyncio.gather(*(sources.hashed(Chain()) for sources in games))
    assert len(set(anchors)) == 4
    assert most == [1]
