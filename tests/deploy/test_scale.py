"""The overlay for several servers says what the product reads, and leads through the pooler."""

from typing import Any

import yaml

from tests.architecture.sources import ROOT
from tests.architecture.test_documented_settings import variables_read

DEPLOY = ROOT / "deploy"


class _Compose(yaml.SafeLoader):
    """Compose's own tags mean what is written after them."""


_Compose.add_constructor("!reset", lambda loader, node: None)


def overlay() -> dict[str, Any]:
    # A safe loader that knows one tag more.
    loader = _Compose((DEPLOY / "compose.scale.yml").read_text())
    loaded: dict[str, Any] = loader.get_single_data()
    return loaded


def test_every_server_of_ours_goes_through_the_pooler_and_says_so() -> None:
    services = overlay()["services"]
    for name in ("web", "worker", "beat"):
        variables = services[name]["environment"]
        assert "@pgbouncer:6432/" in variables["DATABASE_URL"]
        assert variables["DATABASE_POOLER"] == "transaction"
        assert variables.keys() <= variables_read()
    # Migrations go to PostgreSQL itself, as docker-compose.yml has it.
    assert "migrate" not in services


def test_three_web_servers_share_one_address() -> None:
    services = overlay()["services"]
    assert services["web"]["deploy"]["replicas"] == 3
    assert services["worker"]["deploy"]["replicas"] == 4
    assert services["web"]["ports"] is None
    assert "dynamic a web 8000" in overlay()["configs"]["balance"]["content"]


def test_what_the_pooler_is_given_is_what_its_start_reads() -> None:
    start = (DEPLOY / "pgbouncer" / "start.sh").read_text()
    given = set(overlay()["services"]["pgbouncer"]["environment"])
    parts = list(
        yaml.safe_load_all((DEPLOY / "kubernetes" / "pooler" / "pgbouncer.yaml").read_text())
    )
    [container] = parts[-1]["spec"]["template"]["spec"]["containers"]
    given |= {variable["name"] for variable in container["env"]}
    assert given
    assert [name for name in given if f"${name}" not in start and f"${{{name}" not in start] == []
