"""Released captions come in as texts by nobody in particular, beside what is collected."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.core import errors
from annotate.exchange.models import Import, ImportedAnswer
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import Cast
from tests.exchange.captions import CAPTION, picture
from tests.exchange.results import DATA, bring_in, counts, problems, vizwiz_project
from tests.exchange.test_what_is_exported import exported
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db
VIZWIZ = DATA / "vizwiz" / "vizwiz_captions_sample.json"
TEXTCAPS = DATA / "textcaps" / "textcaps_0.1_sample.json"


@pytest.fixture
def vizwiz(people: Cast) -> Project:
    project = vizwiz_project(people)
    for image in json.loads(VIZWIZ.read_text())["images"]:
        picture(project, image["file_name"])
    return project


@pytest.fixture
def textcaps(project: Project) -> Project:
    use_recipe(project, CAPTION)
    for key in dict.fromkeys(row["image_id"] for row in json.loads(TEXTCAPS.read_text())["data"]):
        picture(project, f"train/{key}.jpg", width=1024, height=702)
    return project


def test_released_captions_come_in_and_go_out_as_they_were(vizwiz: Project) -> None:
    """But for one double space: a caption is one line of words, with one space between them."""
    assert counts(bring_in(vizwiz, VIZWIZ, "vizwiz-captions")) == (50, 0, 0)
    released = json.loads(VIZWIZ.read_text())["annotations"]
    ours = json.loads(exported(vizwiz, "vizwiz-captions")[0])["annotations"]
    for found, expected in zip(ours, released, strict=True):
        known = {key: value for key, value in expected.items() if value is not None}
        known["caption"] = " ".join(known["caption"].split())
        assert {key: found[key] for key in known} == known


def test_captions_of_textcaps_come_in_and_go_out_as_they_were(textcaps: Project) -> None:
    assert counts(bring_in(textcaps, TEXTCAPS, "textcaps")) == (10, 0, 0)
    released = [row["caption_str"] for row in json.loads(TEXTCAPS.read_text())["data"]]
    ours = json.loads(exported(textcaps, "textcaps")[0])["data"]
    assert [row["caption_str"] for row in ours] == released


def test_they_are_nobodys_work_and_change_no_task(vizwiz: Project) -> None:
    bring_in(vizwiz, VIZWIZ, "vizwiz-captions")
    first = Annotation.objects.order_by("pk")[0]
    assert (first.origin, first.author, first.producer) == ("import", None, "vizwiz-captions")
    assert (first.purpose, first.index, first.measures["self"]["words"]) == ("work", 1, 9)
    assert not Assignment.objects.exists()
    assert set(Sample.objects.values_list("state", flat=True)) == {"waiting"}
    assert ImportedAnswer.objects.get(annotation=first).detail == {"annotation_id": 23660}


def test_the_same_file_again_adds_nothing(vizwiz: Project, textcaps: Project) -> None:
    for project, path, name in (
        (vizwiz, VIZWIZ, "vizwiz-captions"),
        (textcaps, TEXTCAPS, "textcaps"),
    ):
        total = bring_in(project, path, name).added
        assert counts(bring_in(project, path, name)) == (0, total, 0)


def test_a_dry_run_leaves_nothing(vizwiz: Project) -> None:
    assert counts(bring_in(vizwiz, VIZWIZ, "vizwiz-captions", dry_run=True)) == (50, 0, 0)
    assert not Annotation.objects.exists()
    assert not ImportedAnswer.objects.exists()


GOOD = {"id": 1, "image_id": 4732, "caption": "A caption", "is_precanned": False}


@pytest.mark.parametrize(
    ("row", "field", "code"),
    [
        (GOOD | {"image_id": 1}, "image_id", "unknown_image"),
        (GOOD | {"image_id": 99}, "answers[0].image", "unknown_image"),
        (GOOD | {"caption": 7}, "caption", "wrong_form"),
        ({"id": 1, "image_id": 4732}, "", "wrong_form"),
        (GOOD | {"is_precanned": "yes"}, "is_precanned", "wrong_form"),
        (GOOD | {"caption": "x" * 2001}, "answers[0].text", "too_long"),
        (GOOD | {"is_rejected": True}, "is_rejected", "rejected"),
        ([], "", "wrong_form"),
        (GOOD | {"image_id": 7}, "", "unusable_name"),
    ],
)
def test_a_caption_with_a_mistake_is_named_and_the_others_come_in(
    vizwiz: Project, tmp_path: Path, row: Any, field: str, code: str
) -> None:
    images = [
        {"id": 4732, "file_name": "VizWiz_train_00004732.jpg"},
        {"id": 99, "file_name": "lost.jpg"},
        {"id": 7, "file_name": "lost\x00.jpg"},
    ]
    path = tmp_path / "captions.json"
    path.write_text(json.dumps({"images": images, "annotations": [GOOD | {"id": 2}, row]}))
    import_ = bring_in(vizwiz, path, "vizwiz-captions")
    assert counts(import_) == (1, 0, 1)
    assert problems(import_) == [(2, field, code)]
    assert import_.problems.get().remedy
    assert Annotation.objects.count() == 1


HALF = json.dumps({"images": [], "annotations": [{"caption": "\ud800"}]})
DEEP = '{"images": [], "annotations": [' + "[" * 100_000


@pytest.mark.parametrize(
    "content", ["", "[]", DEEP, HALF, "{}", '{"data": 3}', "\x00", '{"images": []}']
)
@pytest.mark.parametrize("name", ["vizwiz-captions", "textcaps"])
def test_a_file_in_another_layout_is_refused_as_a_whole(
    vizwiz: Project, tmp_path: Path, content: str, name: str
) -> None:
    path = tmp_path / "captions.json"
    path.write_text(content)
    with pytest.raises(errors.Invalid):
        bring_in(vizwiz, path, name)
    assert not Import.objects.exists()
