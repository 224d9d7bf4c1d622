"""The files with which it is put into service say what they must; no engine is here to run them."""

import re
import shutil
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from server.settings import Settings, from_environment
from tests.e2e.processes import ROOT

COMPOSE = ROOT / "docker-compose.yml"
DEPLOY = ROOT / "deploy"


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return found


def test_the_compose_file_is_valid_by_the_compose_specification() -> None:
    """The schema is the one that check-jsonschema brings along."""
    words = ("-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE))
    checked = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("name", services())
def test_each_service_is_hardened_and_watched(name: str) -> None:
    service = services()[name]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", service["user"]), "not root"
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"
    assert service["healthcheck"]["test"][0] == "CMD"


def test_nothing_but_the_proxy_is_reached_from_elsewhere() -> None:
    published = {name: service.get("ports", []) for name, service in services().items()}
    public = {
        name for name, ports in published.items() for p in ports if not p.startswith("127.0.0.1:")
    }
    assert public == {"proxy"}


def test_three_servers_share_store_secret_and_archive_and_no_marks() -> None:
    servers = {name: one for name, one in services().items() if name.startswith("server")}
    assert len(servers) == 3
    one, *others = servers.values()
    for other in others:
        differing = {key for key in one if one[key] != other[key]}
        assert differing == {"volumes"}
    assert [secret["target"] for secret in one["secrets"]] == ["/data/master.secret"]
    data = [
        volume for s in servers.values() for volume in s["volumes"] if volume.endswith(":/data")
    ]
    assert len(set(data)) == 3
    # As compose fills them in where nothing is set; what must be set, by its name.
    chosen = {
        name: re.sub(r"\$\{(\w+):\?.*\}", r"\1", re.sub(r"\$\{\w+:-(.*)\}", r"\1", str(value)))
        for name, value in one["environment"].items()
    }
    settings = from_environment(chosen)
    assert isinstance(settings, Settings), "each name is a setting"
    assert settings.redis_url == "redis://valkey:6379"


def test_prometheus_shows_the_token_that_the_servers_ask_for() -> None:
    (scraped,) = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]
    assert scraped["authorization"] == {"credentials_file": "/run/secrets/operator"}
    assert services()["prometheus"]["secrets"] == ["operator"]
    text = COMPOSE.read_text()
    (kept,) = re.findall(r"^#.*\| base64 > (\S+)$", text, re.MULTILINE)
    assert yaml.safe_load(text)["secrets"]["operator"]["file"] == f"./{kept}"
    assert f'echo "BROADSIDE_OPERATOR_TOKEN=$(cat {kept})" > .env' in text
    for ignored in (".gitignore", ".dockerignore"):
        assert {kept, ".env"} <= set((ROOT / ignored).read_text().split())


def test_only_the_proxy_is_believed() -> None:
    """Whoever stood in a network that is named could say to be another with each request."""
    (proxy,) = services()["proxy"]["networks"].values()
    assert services()["server1"]["environment"]["BROADSIDE_PROXIES"] == proxy["ipv4_address"]
    (network,) = yaml.safe_load(COMPOSE.read_text())["networks"]["default"]["ipam"]["config"]
    address = ip_address(proxy["ipv4_address"])
    assert address in ip_network(network["subnet"])
    assert address not in ip_network(network["ip_range"]), "nobody else is given it"


def test_the_stores_settings_are_those_that_the_server_demands() -> None:
    command = " ".join(services()["valkey"]["command"])
    for words in ("appendonly yes", "appendfsync always", "no-appendfsync-on-rewrite no"):
        assert f"--{words}" in command
    assert "--maxmemory-policy noeviction" in command


def test_the_files_that_services_read_are_there() -> None:
    for service in services().values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert not source.startswith("./") or (ROOT / source).is_file(), source
    scraped = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"][0]
    targets = [target.split(":")[0] for target in scraped["static_configs"][0]["targets"]]
    proxied = re.findall(r"^  server (\S+) ", (DEPLOY / "haproxy.cfg").read_text(), re.MULTILINE)
    assert targets == proxied == [name for name in services() if name.startswith("server")]


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    board = msgspec.json.decode((DEPLOY / "grafana" / "broadside.json").read_bytes())
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"broadside_[a-z_]+", target["expr"])
    }
    source = "".join(
        (ROOT / file).read_text() for file in ("server/metrics.py", "server/bootstrap.py")
    )
    told = set(re.findall(r'"(broadside_[a-z_]+)"', source))
    # A counter is asked for by its name with _total, a histogram by its buckets.
    assert {re.sub("_(total|bucket)$", "", name) for name in asked} <= told
    assert any(name.endswith("_total") for name in asked)


# `make test` installs it where it may (as root, with apt-get); no game needs a proxy.
@pytest.mark.skipif(not shutil.which("haproxy"), reason="there is no haproxy here: apt-get install")
def test_the_proxy_takes_its_configuration(tmp_path: Path) -> None:
    checked = subprocess.run(
        ["haproxy", "-c", "-f", str(DEPLOY / "haproxy.cfg")], capture_output=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


# It comes with systemd alone, which containers and other systems than Linux have not.
@pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="there is no systemd here to ask about its unit"
)
def test_the_unit_is_valid_and_hardened(tmp_path: Path) -> None:
    """With a program in place of the one that is not installed here."""
    unit = tmp_path / "broadside.service"
    text = (DEPLOY / "broadside.service").read_text()
    unit.write_text(text.replace("/opt/broadside/bin/broadside", sys.executable))
    for words in (["verify"], ["security", "--offline=yes", "--threshold=20"]):
        asked = ["systemd-analyze", *words, str(unit)]
        checked = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_unit_leaves_its_valkey_to_the_server() -> None:
    """Else both are told to stop at once, and what is under way is not recorded."""
    lines = (DEPLOY / "broadside.service").read_text().splitlines()
    assert "KillMode=mixed" in lines
    assert "NoNewPrivileges=yes" in lines
    assert "DynamicUser=yes" in lines
