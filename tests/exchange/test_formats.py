"""The registries are the only lists of formats: a new one needs a line there and nothing else."""

from collections.abc import Iterable, Iterator
from typing import cast
from unittest.mock import patch

import pytest

from annotate.exchange import answers, exports
from annotate.exchange.exports.base import Format, Writer
from annotate.exchange.exports.reading import Exported
from annotate.exchange.models import Export
from annotate.projects.models import Project
from tests.conftest import Cast, add_samples, client_of

pytestmark = pytest.mark.django_db


class NamesWriter(Writer):
    def add(self, batch: Iterable[Exported]) -> None:
        for sample in batch:
            self.out.write(sample.picture.name.encode() + b"\n")

    def finish(self) -> None:
        return None


@pytest.fixture
def names_format() -> Iterator[Format]:
    format_ = Format(
        name="names-of-all-the-pictures",
        title="Names",
        summary="One name per line.",
        suffix=".txt",
        content_type="text/plain",
        writer=NamesWriter,
    )
    with patch.dict(cast("dict[str, Format]", exports.FORMATS), {format_.name: format_}):
        yield format_


def test_a_line_in_the_registry_is_all_that_a_new_format_needs(
    people: Cast, project: Project, names_format: Format
) -> None:
    add_samples(project, 2)
    client = client_of(people.owner)
    listed = client.get("/api/v1/formats").json()["exports"]
    assert listed[-1] == {
        "name": names_format.name,
        "title": "Names",
        "summary": "One name per line.",
        "holds_pictures": False,
    }
    body = {"format": names_format.name}
    started = client.post(f"/api/v1/projects/{project.pk}/exports", body, format="json")
    assert started.status_code == 201, started.content
    assert Export.objects.get().format == names_format.name


def test_a_format_that_is_not_registered_is_refused(people: Cast, project: Project) -> None:
    body = {"format": "names-of-all-the-pictures"}
    refused = client_of(people.owner).post(
        f"/api/v1/projects/{project.pk}/exports", body, format="json"
    )
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == "format"


def test_every_registered_format_is_listed_in_order(people: Cast) -> None:
    listed = client_of(people.ada).get("/api/v1/formats").json()
    assert [entry["name"] for entry in listed["exports"]] == list(exports.FORMATS)
    assert [entry["name"] for entry in listed["imports"]] == list(answers.FORMATS)
    everything = [*listed["exports"], *listed["imports"]]
    assert all(entry["title"] and entry["summary"].endswith(".") for entry in everything)
