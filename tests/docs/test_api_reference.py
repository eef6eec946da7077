"""The reference of the HTTP API, made from the schema when the site is built."""

from pathlib import Path

from docs.site.api_schema import SHARED, Api, Operation, load, place, references
from tests.docs.reading import article

API = load()


def page(site: Path, title: str) -> Path:
    return site / place(title).replace(".md", ".html")


def test_every_operation_has_a_place_in_the_reference(site: Path) -> None:
    ids = {topic: article(page(site, topic)).ids for topic in API.topics()}
    assert len(API.operations) > 200
    assert {each.id for each in API.operations if each.id not in ids[each.topic]} == set()


def test_every_schema_is_described_where_links_lead() -> None:
    """Catches an answer whose fields are described on no page."""
    for topic in API.topics():
        assert API.needed(topic) <= API.home.keys()


def test_every_schema_that_is_used_stands_on_its_page(site: Path) -> None:
    ids = {topic: article(page(site, topic)).ids for topic in [*API.topics(), SHARED]}
    assert {name: home for name, home in API.home.items() if name not in ids[home]} == {}


def test_every_operation_says_whom_it_is_for() -> None:
    """Catches an address that the page of permissions writes differently."""
    assert {each.id for each in API.operations if not each.who} == set()


def test_operations_that_no_topic_plans_get_a_page_of_their_own() -> None:
    """Catches a new part of the API that would be in no reference."""
    added = Operation("GET", "projects/{project_id}/fresh-things", {"operationId": "new"}, "lead")
    assert Api([added], {}).topics() == ["Fresh things"]


def test_what_a_schema_needs_is_found_however_deep() -> None:
    node = {"anyOf": [{"items": {"$ref": "#/components/schemas/Box"}}, {"type": "null"}]}
    assert list(references(node)) == ["Box"]
