"""After a deletion the name and the address of a person stand nowhere in the database.

Every text and JSON column of every table is read: a new column is looked at without anybody
remembering this test, and a new reference to an account must say what becomes of it.
"""

import json
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db.models import Model

from annotate.core.appendonly import AppendOnly
from annotate.privacy.holdings import holdings, references
from annotate.privacy.services.scrubbing import AS_WRITTEN, NAMED, texts_of
from annotate.projects.models import AuditEvent
from tests.conftest import Cast, client_of
from tests.privacy.conftest import Known, deleted, names_of

pytestmark = pytest.mark.django_db

# Columns in which a name may stand after a deletion, and why. There are none.
EXCEPTIONS: dict[str, str] = {}


def every_text() -> Iterator[tuple[str, str]]:
    """Yield (`app.Model.column`, text) for whatever is stored in a column that can hold words."""
    for model in apps.get_models():
        for field in texts_of(model):
            for value in _values(model, field.name):
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                yield f"{model._meta.label}.{field.name}", text


def _values(model: type[Model], name: str) -> Iterator[object]:
    yield from model._base_manager.exclude(**{name: None}).values_list(name, flat=True)


def places_of(names: list[str]) -> set[str]:
    small = [name.casefold() for name in names]
    return {place for place, text in every_text() if any(name in text.casefold() for name in small)}


def test_no_column_holds_the_name_or_the_address_of_somebody_deleted(
    known: Known, people: Cast
) -> None:
    names = names_of(known.user)
    before = places_of(names)
    assert {
        "people.User.username",
        "people.User.email",
        "people.AccountMail.account",
        "axes.AccessLog.username",
        "projects.AuditEvent.target",
        "projects.AuditEvent.data",
        "notifications.Notification.data",
        "workflow.Comment.body",
    } <= before
    deleted(known, by=people.admin)
    assert places_of(names) - set(EXCEPTIONS) == set()


def test_every_reference_to_an_account_says_what_becomes_of_it() -> None:
    """Catches a new table that refers to people and is in no file of theirs and no deletion."""
    said = [f"{holding.model}.{holding.column}" for holding in holdings()]
    assert sorted(said) == sorted(set(said))
    assert set(said) == set(references())


def test_whatever_is_spared_exists_and_says_why() -> None:
    known_models = {model._meta.label for model in apps.get_models()}
    assert set(AS_WRITTEN) | set(NAMED) <= known_models
    assert all(AS_WRITTEN.values())


def test_append_only_rows_are_spared_by_name_alone() -> None:
    """Catches a new append-only table: whether names can be in it is somebody's decision."""
    kept = {m._meta.label for m in apps.get_models() if issubclass(m, AppendOnly)}
    assert kept - set(AS_WRITTEN) == {AuditEvent._meta.label}


def test_no_answer_of_the_api_names_them(known: Known, people: Cast) -> None:
    names = [name.casefold() for name in names_of(known.user)]
    row = deleted(known, by=people.admin)
    lead, admin = client_of(people.owner), client_of(people.admin)
    base = f"/api/v1/projects/{known.project.pk}"
    asked = [
        f"{base}/audit",
        f"{base}/members",
        f"{base}/annotators",
        f"{base}/audit/file?kind=csv",
    ]
    for address in asked:
        answer = lead.get(address)
        text = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code == 200, address
        assert not any(name in text.decode().casefold() for name in names), address
    for address in ("/api/v1/users", "/api/v1/admin/audit"):
        text = admin.get(address).content.decode().casefold()
        assert not any(name in text for name in names), address
    assert row.pseudonym in lead.get(f"{base}/audit").content.decode()
