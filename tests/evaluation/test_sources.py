"""Which texts belong to a round, to the final texts, to a model or to a file."""

from typing import Any

import pytest

from annotate.core import errors
from annotate.evaluation.selectors.sources import available, parse, texts_of
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.quality.models import Correction, Suggestion
from annotate.quality.schemas.spelling import AcceptedSpelling
from annotate.quality.services import spelling
from annotate.seeding.models import SeedRecord
from annotate.seeding.services import connections
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.texts_scene import text_file
from tests.quality.scene import CANNED, caption_recipe, captioned, give
from tests.workflow.acts import describe, paths_of, seed, use_recipe

pytestmark = pytest.mark.django_db

FIRST = "A tall tree stands alone in a wide green field."
SECOND = "A tall oak stands alone in a wide green field below a cloud."
ROUND_1 = {"type": "round", "stage": "description", "index": 1}
ROUND_2 = {"type": "round", "stage": "description", "index": 2}
FINAL = {"type": "final", "stage": "description"}
SEED = {"type": "seed", "stage": "description", "version": None}


@pytest.fixture
def described(people: Cast, project: Project) -> Sample:
    """One image with a seed and two rounds, and is done."""
    use_recipe(project, {"key": "description", "title": "Description", "rounds": 2, "seeded": True})
    (sample,) = add_samples(project, 1, opened=False)
    seed(sample, "A tree.")
    services.open_samples(project=project, samples=[sample])
    describe(project, people.ada, FIRST)
    describe(project, people.ben, SECOND)
    return sample


def offered(project: Project) -> list[dict[str, Any]]:
    return [each.model_dump(mode="json") for each in available(project)]


def read(project: Project, raw: dict[str, Any]) -> list[str]:
    return [each.text for each in texts_of(project, parse(raw, project))]


def test_each_source_has_its_own_text(people: Cast, project: Project, described: Sample) -> None:
    assert read(project, ROUND_1) == [FIRST]
    assert read(project, ROUND_2) == [SECOND] == read(project, FINAL)
    assert read(project, SEED) == ["A tree."]
    (text,) = texts_of(project, parse(ROUND_2, project))
    assert (text.image_id, text.key) == (described.image_id, described.image.external_id)
    assert text.author_id == people.ben.pk
    assert text.annotation_id == Annotation.objects.get(index=2).pk


def test_a_project_tells_which_sources_it_has(
    people: Cast, project: Project, described: Sample
) -> None:
    file = text_file(project, [described, described], "GPT")
    told = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/text-sources").json()
    assert told == offered(project)
    assert told == [
        {"source": ROUND_1, "title": "Description: round 1", "texts": 1, "has_images": False},
        {"source": ROUND_2, "title": "Description: round 2", "texts": 1, "has_images": False},
        {"source": FINAL, "title": "Description: final text", "texts": 1, "has_images": False},
        {"source": SEED, "title": "Description: newest seed", "texts": 1, "has_images": False},
        {
            "source": {"type": "file", "file": file.pk},
            "title": "File: GPT",
            "texts": 2,
            "has_images": False,
        },
    ]
    for each in told:
        source = parse(each["source"], project)
        assert (source.json(), source.title) == (each["source"], each["title"])
        assert len(texts_of(project, source)) == each["texts"]


def test_a_rejected_text_is_none(project: Project, described: Sample) -> None:
    of_ben = Assignment.objects.filter(answer__index=2)
    of_ben.update(verdict=Assignment.Verdict.REJECTED)
    assert read(project, ROUND_2) == []
    assert read(project, FINAL) == [FIRST]
    assert ROUND_2 not in [each["source"] for each in offered(project)]


def test_only_finished_samples_have_a_final_text(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "title": "Description", "rounds": 2})
    add_samples(project, 1)
    describe(project, people.ada, FIRST)
    assert (read(project, ROUND_1), read(project, FINAL)) == ([FIRST], [])


def test_texts_of_withdrawn_images_are_none(
    people: Cast, project: Project, described: Sample
) -> None:
    services.withdraw_sample(sample=described, actor=people.owner, reason="not free")
    assert [read(project, each) for each in (ROUND_1, FINAL, SEED)] == [[], [], []]


def test_the_newest_seed_counts_or_that_of_the_version_named(
    people: Cast, project: Project, described: Sample
) -> None:
    connections.ensure_built_in(project)
    version = project.model_versions.order_by("pk")[0]
    old = Annotation.objects.get(index=0)
    SeedRecord.objects.create(
        annotation=old, sample=described, stage_key="description", version=version
    )
    seed(described, "A newer tree.")
    named = {**SEED, "version": version.pk}
    assert (read(project, SEED), read(project, named)) == (["A newer tree."], ["A tree."])
    told = next(each for each in offered(project) if each["source"] == named)
    assert told["title"] == f"Description: seed by {version.connection.name} {version.label}"
    assert told["texts"] == 1


def test_canned_captions_are_none(people: Cast, project: Project) -> None:
    caption_recipe(project, people=2)
    one, two = add_samples(project, 2)
    give(one, people.ada, captioned(CANNED))
    give(two, people.ada, captioned("A kite flies over the wide beach today."))
    source = {"type": "round", "stage": "caption", "index": 1}
    assert read(project, source) == ["A kite flies over the wide beach today."]
    assert offered(project)[0] == {
        "source": source,
        "title": "Captions: answer 1",
        "texts": 1,
        "has_images": False,
    }


def test_texts_read_as_their_spelling_was_corrected(
    people: Cast, project: Project, described: Sample
) -> None:
    answer = Annotation.objects.get(index=2)
    start = SECOND.index("oak")
    suggestion = Suggestion.objects.create(
        project=project,
        annotation=answer,
        path="text",
        start=start,
        end=start + 3,
        word="oak",
        options=[{"word": "elm", "confidence": 0.9}],
        confidence=0.9,
    )
    spelling.accept(
        project=project,
        actor=people.owner,
        items=[AcceptedSpelling(id=suggestion.pk, replacement="elm")],
    )
    assert Correction.objects.exists()
    assert read(project, FINAL) == [SECOND.replace("oak", "elm")]


def test_many_samples_cost_no_more_queries(
    people: Cast, project: Project, django_assert_max_num_queries: Any
) -> None:
    use_recipe(project, {"key": "description", "title": "Description", "rounds": 1})
    add_samples(project, 8)
    for _ in range(8):
        describe(project, people.ada, FIRST)
    with django_assert_max_num_queries(3):
        assert len(read(project, FINAL)) == 8


WRONG: list[tuple[Any, str, str]] = [
    (None, "source.type", "not_a_choice"),
    ([], "source.type", "not_a_choice"),
    ({"type": ["round"]}, "source.type", "not_a_choice"),
    ({"type": "final", "stage": "poem"}, "source.stage", "unknown_stage"),
    ({"type": "final", "stage": {}}, "source.stage", "unknown_stage"),
    ({"type": "round", "stage": "description", "index": 0}, "source.index", "wrong_type"),
    ({"type": "round", "stage": "description", "index": True}, "source.index", "wrong_type"),
    ({**SEED, "version": 10**30}, "source.version", "wrong_type"),
    ({**SEED, "version": 10**9}, "source.version", "unknown_version"),
    ({"type": "file", "file": "1"}, "source.file", "wrong_type"),
    ({"type": "file", "file": 10**9}, "source.file", "unknown_file"),
]


@pytest.mark.parametrize(("raw", "path", "code"), WRONG)
def test_what_is_no_source_is_refused_by_its_field(
    project: Project, raw: Any, path: str, code: str
) -> None:
    with pytest.raises(errors.Invalid) as refused:
        parse(raw, project)
    assert paths_of(refused.value) == [(path, code)]


def test_a_file_of_another_project_is_no_source(people: Cast, new_project: Any) -> None:
    mine, theirs = new_project(), new_project(name="Other")
    file = text_file(theirs, add_samples(theirs, 1))
    assert Image.objects.filter(project=theirs).exists()
    with pytest.raises(errors.Invalid):
        parse({"type": "file", "file": file.pk}, mine)
