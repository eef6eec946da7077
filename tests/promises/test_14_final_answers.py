"""Exports, studies, reports and models mean the same by the final answer of an image."""

import json
from typing import Any

import pytest

from annotate.evaluation.selectors.sources import available, parse, report_texts, texts_of
from annotate.exchange.imports.options import ImageOptions
from annotate.learning.selectors.finished import finished
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, NewProject
from tests.exchange.answered import BOTH, DOG, TEXT, answered
from tests.exchange.files import imported, jsonl, zipped
from tests.exchange.listed import A, B
from tests.exchange.test_exporting_iiw import exported
from tests.quality.scene import STAGE, caption_recipe, captioned, give
from tests.workflow.acts import describe, mark, thing, use_recipe

pytestmark = pytest.mark.django_db
FINAL = {"type": "final", "stage": "description"}
TREE = thing(box=DOG["box"])


def exports(project: Project) -> list[str]:
    return [json.loads(line)["IIW"] for line in exported(project)[0].splitlines()]


def studies(project: Project) -> list[str]:
    return [text.text for text in texts_of(project, parse(FINAL, project))]


def models(project: Project) -> list[str]:
    return [row.descriptions[-1] for row in finished(project) if row.descriptions]


def test_what_was_finished_elsewhere_is_final_for_all_of_them(
    project: Project, people: Cast
) -> None:
    answered(project, people.lead, BOTH)
    assert exports(project) == studies(project) == models(project) == ["A dog sleeps."]
    [row] = finished(project)
    assert [one["label"] for one in row.objects or ()] == ["dog"]
    offered = [source for source in available(project) if source.source.type == "final"]
    assert [source.texts for source in offered] == [1]


def test_a_seed_that_was_brought_in_is_nobodys_final_answer(project: Project, people: Cast) -> None:
    packed = zipped({"a.jpg": A, "manifest.jsonl": jsonl(TEXT)})
    imported(project, people.lead, "seeds.zip", packed, options=ImageOptions(given_as="seeds"))
    Sample.objects.filter(project=project).update(state=Sample.State.DONE)
    assert (studies(project), models(project)) == ([], [])


def test_what_was_written_here_goes_before_what_came_from_elsewhere(
    new_project: NewProject, people: Cast
) -> None:
    project = new_project(no_repeat="stage")
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1"},
        {"key": "description", "rounds": 1},
        no_repeat="stage",
    )
    answered(project, people.lead, {"file": "a.jpg"})
    mark(project, people.ada, TREE)
    describe(project, people.ben, "A dog that somebody saw here.")
    sample = Sample.objects.get(project=project, image__external_id="a.jpg")
    Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key="description",
        index=2,
        kind="description.v1",
        origin=Annotation.Origin.IMPORT,
        value={"text": "A dog from elsewhere.", "edited_spans": []},
    )
    here = ["A dog that somebody saw here."]
    assert exports(project)[:1] == studies(project) == models(project) == here


def test_a_report_counts_every_text_of_those_who_write_side_by_side(
    project: Project, people: Cast
) -> None:
    """Also captions from elsewhere, whatever their number, and one of here of the same number."""
    caption_recipe(project, people=1)
    rows: list[Any] = [{"file": "a.jpg", "captions": ["A dog.", "A red dog."]}]
    packed = zipped({"a.jpg": A, "b.jpg": B, "manifest.jsonl": jsonl(*rows)})
    options = ImageOptions(given_as="answers")
    imported(project, people.lead, "captions.zip", packed, options=options)
    sample = Sample.objects.get(project=project, image__external_id="a.jpg")
    services.open_samples(project=project, samples=[sample])
    give(sample, people.ada, captioned("A dog of here."))
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    source = parse({"type": "final", "stage": STAGE}, project)
    found = sorted(text.text for text in report_texts(project, source))
    assert found == ["A dog of here.", "A dog.", "A red dog."]
