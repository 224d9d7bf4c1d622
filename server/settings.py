"""The environment as one frozen value."""

import os
import re
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import msgspec

from server.store.checks import Durability


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What may be set; every name is BROADSIDE_<NAME> in the environment.

    *redis_url* empty: an embedded Valkey with its data in *data*. *origins* are the web pages
    (scheme, host, port) that may open sockets besides the server's own. *archive* is a folder, or
    s3://BUCKET/PREFIX; empty: the folder `archive` in *data*. *proxies* are the addresses or
    networks of proxies whose X-Forwarded-For names who asks; nobody else's does. Who has
    the *operator_token* is shown /api/operator from anywhere; empty: only programs on the machine.
    Without *address_limits* one address may ask as much as it likes: many people share it, or a
    proxy bounds addresses itself.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8750
    data: Path = Path("data")
    redis_url: str = ""
    durability: Durability = "always"
    archive: str = ""
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    operator_token: str = ""
    address_limits: bool = True
    rules_data: Path | None = None

    @property
    def url(self) -> str:
        """The address at which people find this server."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


_MAY_BE = {"durability": "it is always or everysec", "address_limits": "it is true or false"}
OF_THE_COMMAND = ("BROADSIDE_HOME", "BROADSIDE_LANGUAGE", "BROADSIDE_SERVER")
"""What clients read and a server does not."""


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings; ValueError names the variable that cannot be used."""
    names = {f"BROADSIDE_{name.upper()}": name for name in Settings.__struct_fields__}
    known = {*names, *OF_THE_COMMAND}
    unknown = sorted(
        name for name in environment if name.startswith("BROADSIDE_") and name not in known
    )
    if unknown:
        raise ValueError(f"{unknown[0]} is no setting; there are {', '.join(names)}")
    given: dict[str, object] = {
        names[name]: value for name, value in environment.items() if name in names
    }
    for name in {"origins", "proxies"} & given.keys():
        given[name] = tuple(str(given[name]).split())
    try:
        settings = msgspec.convert(given, Settings, strict=False, dec_hook=_path)
    except ValueError as fault:
        why, _, name = str(fault).rstrip("`").partition(" - at `$.")
        why = _MAY_BE.get(name, why)
        raise ValueError(f"BROADSIDE_{name.upper()} cannot be used: {why}") from None
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    for proxy in settings.proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise ValueError(
                f"BROADSIDE_PROXIES cannot be used: {without_secrets(proxy)} is no address and no "
                "network, as 10.0.0.2 and 10.0.0.0/24 are"
            ) from None
    for origin in settings.origins:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(
                f"BROADSIDE_ORIGINS cannot be used: {without_secrets(origin)!r} is no scheme, host "
                "and port, as in https://club.example"
            )
    if settings.rules_data is not None and not settings.rules_data.is_dir():
        raise ValueError(f"BROADSIDE_RULES_DATA cannot be used: {settings.rules_data} is no folder")


def without_secrets(text: str) -> str:
    """Return *text* without the password of an address: from the name to the last @, and after ?.

    Rather too much than too little: a password may hold any of the signs that divide an address.
    """
    scheme, divider, rest = text.partition("://")
    if not divider:
        scheme, rest = "", text
    who, at, place = rest.rpartition("@")
    name, colon, _ = who.partition(":")
    place, asks, _ = place.partition("?")
    return "".join((scheme, divider, name, colon and ":***", at, place, asks and "?***"))


_ORIGIN = re.compile(r"https?://[^/?#@\s]+")


def _path(kind: type, value: object) -> object:
    if kind is Path:
        return Path(str(value))
    raise TypeError(f"no setting is a {kind}")
