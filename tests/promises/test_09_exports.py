"""An export that cannot apply to a project is not offered, and not begun."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from annotate.exchange.exports import FORMATS
from annotate.exchange.models import Export
from annotate.projects.models import Project
from annotate.workflow.models import Annotation
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db

CAPTIONS = {"vizwiz-captions", "textcaps"}
TEXT = {"textcaps-ocr", "textcaps-read"}


def offered(people: Cast, project: Project) -> tuple[set[str], set[str]]:
    formats = client_of(people.lead).get(f"/api/v1/projects/{project.pk}/formats").json()
    return tuple({entry["name"] for entry in formats[of]} for of in ("exports", "imports"))  # type: ignore[return-value]


def test_a_project_of_objects_and_descriptions_offers_no_captions_and_no_text(
    people: Cast, project: Project
) -> None:
    exports, imports = offered(people, project)
    captions = {name for name in FORMATS if name.startswith(("textcaps", "vizwiz"))}
    assert captions
    assert exports == set(FORMATS) - captions - {"enriched"}
    assert imports == set()


def test_a_project_of_captions_offers_no_boxes_for_fine_tuning(
    people: Cast, project: Project
) -> None:
    use_recipe(project, {"key": "caption", "kind": "caption.v1"})
    exports, imports = offered(people, project)
    assert {"iiw-jsonl", "coco", "vizwiz-captions", "textcaps"} <= exports
    assert not {name for name in exports if name.startswith("finetuning")}
    assert imports


def test_enriched_captions_are_offered_once_texts_were_imported(
    people: Cast, project: Project
) -> None:
    (sample,) = add_samples(project, 1)
    assert "enriched" not in offered(people, project)[0]
    Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key="description",
        index=0,
        kind="description.v1",
        value={"text": "A red kite."},
        origin=Annotation.Origin.IMPORT,
    )
    assert "enriched" in offered(people, project)[0]


def test_what_is_not_offered_is_refused_in_words_and_leaves_nothing(
    people: Cast, project: Project
) -> None:
    path = f"/api/v1/projects/{project.pk}/exports"
    answer = client_of(people.lead).post(
        path, {"format": "textcaps"}, content_type="application/json"
    )
    assert answer.status_code == 422
    assert "can hold nothing of this project" in answer.content.decode()
    assert not Export.objects.exists()
    with pytest.raises(CommandError, match="can hold nothing of this project"):
        call_command("export", str(project.pk), "--format", "textcaps", "--output", "-")


def test_a_stranger_is_told_nothing(people: Cast, project: Project) -> None:
    answer = client_of(people.stranger).get(f"/api/v1/projects/{project.pk}/formats")
    assert answer.status_code == 404
