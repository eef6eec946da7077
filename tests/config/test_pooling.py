"""A pooler before PostgreSQL is told, or the product does not start."""

from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from annotate.config import pooling

POSTGRES = {"ENGINE": "django.db.backends.postgresql", "OPTIONS": {}}


def database(**options: Any) -> dict[str, Any]:
    return {**POSTGRES, "OPTIONS": options}


def test_behind_a_pooler_of_transactions_nothing_is_kept_in_a_session() -> None:
    settings = database(sslmode="require", application_name="annotate")
    assert pooling.told(settings, "transaction") == "transaction"
    assert settings["DISABLE_SERVER_SIDE_CURSORS"] is True


@pytest.mark.parametrize("pooler", ["", "session"])
def test_whoever_has_a_session_keeps_what_it_offers(pooler: str) -> None:
    settings = database(options="-c statement_timeout=5000")
    assert pooling.told(settings, pooler) == pooler
    assert "DISABLE_SERVER_SIDE_CURSORS" not in settings


@pytest.mark.parametrize("name", ["options", "isolation_level", "assume_role"])
def test_what_would_be_set_for_a_session_is_refused_with_another_way(name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"{name}.*ALTER ROLE"):
        pooling.told(database(**{name: "x"}), "transaction")


def test_a_mode_that_there_is_not_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"'statement'.*'transaction' or 'session'"):
        pooling.told(database(), "statement")


def test_sqlite_has_no_pooler() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"names no PostgreSQL"):
        pooling.told({"ENGINE": "annotate.core.sqlite3"}, "transaction")


@pytest.mark.django_db
def test_where_no_pooler_is_none_is_found() -> None:
    assert connection.is_usable()
    found = run_checks(databases=["default"])
    assert [each for each in found if each.id == "config.E001"] == []
