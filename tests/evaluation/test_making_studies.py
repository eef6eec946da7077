"""A study becomes a project of its own, in which nobody can tell which text is from where."""

import pytest

from annotate.core import errors
from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.selectors.choosing import balanced
from annotate.images.models import Image
from annotate.projects.models import Membership, Project, Role
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample, Task
from tests.conftest import Cast, add_samples
from tests.evaluation.texts_scene import (
    is_flipped,
    make,
    prepared,
    source_of,
    sources_of,
    text_file,
    texts_of,
    two_files,
)

pytestmark = pytest.mark.django_db


def work_of(study: Study) -> Project:
    assert study.work is not None
    return study.work


def items_of(study: Study) -> list[StudyItem]:
    return list(
        StudyItem.objects.filter(study=study).select_related("presentation").order_by("number")
    )


def test_a_study_gets_a_project_with_copies_of_its_images(project: Project) -> None:
    study = prepared(project, two_files(project, 4), raters_per_item=2)
    assert study.state == Study.State.OPEN
    work = work_of(study)
    copied = Image.objects.filter(project=work).order_by("sha256")
    there = Image.objects.filter(project=project).order_by("sha256")
    names = ("sha256", "name", "external_id", "width", "height", "split", "metadata")
    assert list(copied.values_list(*names)) == list(there.values_list(*names))
    assert set(Sample.objects.filter(project=work).values_list("state", flat=True)) == {"open"}
    assert Task.objects.filter(project=work, state="open", stage_key="rating").count() == 8


def test_texts_are_brought_in_as_the_flips_say(project: Project) -> None:
    study = prepared(project, two_files(project, 9))
    items = items_of(study)
    for item in items:
        assert item.presentation is not None
        texts = texts_of(item)
        assert item.presentation.value["texts"] == (texts[::-1] if is_flipped(item) else texts)
        assert texts[0].startswith("gpt")
        assert texts[1].startswith("people")
    assert sum(is_flipped(item) for item in items) == 4


@pytest.mark.parametrize("number", [0, 1, 2, 9, 100])
def test_half_of_the_pairs_are_flipped_whatever_the_seed(number: int) -> None:
    for seed in range(20):
        assert sum(balanced(number, seed)) == number // 2


def test_every_place_is_flipped_about_as_often_as_not() -> None:
    """Catches flips that are balanced, yet always the same, such as every second one."""
    flips = [balanced(10, seed) for seed in range(400)]
    for place in range(10):
        # 200 expected with a standard deviation of 10.
        assert 150 < sum(each[place] for each in flips) < 250


def test_the_same_seed_draws_the_same_study(project: Project) -> None:
    sources = two_files(project, 8)
    drawn: list[list[tuple[int | None, bool]]] = []
    for name, seed in (("one", 7), ("two", 7), ("three", 8)):
        study = prepared(project, sources, name=name, seed=seed, sample_size=5)
        drawn.append([(item.image_id, is_flipped(item)) for item in items_of(study)])
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(drawn[0]) == 5


def test_a_larger_sample_holds_the_smaller_one(project: Project) -> None:
    sources = two_files(project, 8)
    few = prepared(project, sources, name="few", sample_size=3)
    more = prepared(project, sources, name="more", sample_size=6)
    few_images = [item.image_id for item in items_of(few)]
    assert few_images == [item.image_id for item in items_of(more)][:3]


def test_only_images_with_a_text_of_every_source_are_judged(people: Cast, project: Project) -> None:
    samples = add_samples(project, 4)
    sources = [
        {"source": source_of(text_file(project, samples[:3], "gpt")), "title": "GPT-4V"},
        {"source": source_of(text_file(project, samples[1:], "people")), "title": "Human"},
    ]
    workflow.withdraw_sample(sample=samples[1], actor=people.owner, reason="not free")
    study = prepared(project, sources)
    assert [item.image_id for item in items_of(study)] == [samples[2].image_id]


def test_a_rating_has_an_item_for_each_image_and_source(project: Project) -> None:
    study = prepared(project, two_files(project, 3), design="likert.v1", raters_per_item=4)
    items = items_of(study)
    assert sorted((item.image_id, *sources_of(item)) for item in items) == sorted(
        (image_id, first) for image_id in {item.image_id for item in items} for first in (0, 1)
    )
    for item in items:
        assert item.presentation is not None
        assert item.presentation.value["texts"] == texts_of(item)
    work = work_of(study)
    assert Sample.objects.filter(project=work).count() == 3
    assert Task.objects.filter(project=work, state="open").count() == 3 * 2 * 4


def test_the_texts_of_an_image_are_rated_in_no_order_of_sources(project: Project) -> None:
    """Catches a first text that always is of the first source."""
    study = prepared(project, two_files(project, 20), design="likert.v1")
    first_of_image: dict[int | None, int] = {}
    for item in items_of(study):
        first_of_image.setdefault(item.image_id, sources_of(item)[0])
    assert set(first_of_image.values()) == {0, 1}


def test_what_is_asked_is_what_the_lead_chose(project: Project) -> None:
    metrics = [{"key": "truth", "title": "Truth", "help": "Is it true?"}]
    chosen = {"metrics": metrics, "justification": "off", "raters_per_item": 5}
    sources = two_files(project, 1)
    compared = prepared(project, sources, name="one", **chosen)
    rated = prepared(project, sources, name="two", design="likert.v1", **chosen)
    others = ({"min_words": 1}, {"low_label": "Very poor", "high_label": "Very good"})
    made = ((compared, "justification", others[0]), (rated, "comment", others[1]))
    for study, reasons, settings in made:
        stage = work_of(study).recipe.stage("rating")
        assert (stage.rounds, stage.settings["metrics"]) == (5, metrics)
        assert stage.settings[reasons] == "off"
        others_left = dict.fromkeys(("samples", "sample_size", "chunks", "images"))
        wanted = {**others_left, "barring": "study", "settings": settings, **chosen}
        assert study.options == wanted


def test_what_else_the_kind_can_be_set_to_is_the_leads_as_well(project: Project) -> None:
    sources = two_files(project, 1)
    study = prepared(project, sources, design="likert.v1", settings={"low_label": "Useless"})
    assert study.options["settings"] == {"low_label": "Useless", "high_label": "Very good"}
    assert work_of(study).recipe.stage("rating").settings["low_label"] == "Useless"


def test_a_setting_that_the_kind_has_not_is_named(project: Project) -> None:
    with pytest.raises(errors.Invalid) as caught:
        make(project, two_files(project, 1), settings={"min_words": 0, "colour": 1})
    paths = [each.path for each in caught.value.fields]
    assert sorted(paths) == ["settings.colour", "settings.min_words"]


def test_what_a_lead_leaves_open_is_written_out(project: Project) -> None:
    study = prepared(project, two_files(project, 1))
    assert [each["key"] for each in study.options["metrics"]] == [
        "comprehensiveness",
        "specificity",
        "hallucination",
        "tldr",
        "human_like",
    ]
    assert study.options["justification"] == "required"


def test_leads_lead_the_study_and_raters_annotate(people: Cast, project: Project) -> None:
    raters = [people.ada.pk, people.ben.pk]
    study = prepared(project, two_files(project, 1), raters=raters)
    members = Membership.objects.filter(project=work_of(study))
    assert dict(members.values_list("user__username", "role")) == {
        "olga": Role.LEAD,
        "leo": Role.LEAD,
        "ada": Role.ANNOTATOR,
        "ben": Role.ANNOTATOR,
    }


def test_a_lead_writes_what_raters_are_told(project: Project) -> None:
    study = prepared(project, two_files(project, 1), guidelines="# Read both texts first")
    newest = work_of(study).guidelines.order_by("-version")[0]
    assert newest.body == "# Read both texts first"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Which reads better", "Study: Which reads better"),
        ("gpt-4v or people", None),
        ("Against IIW-Human.", None),
        ("Inhumane", "Study: Inhumane"),
    ],
)
def test_raters_read_no_source_in_the_name(project: Project, name: str, shown: str | None) -> None:
    study = prepared(project, two_files(project, 1), name=name)
    assert work_of(study).name == (shown or "Study about images")
