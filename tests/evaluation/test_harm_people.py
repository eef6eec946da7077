"""How people are spoken of, on a project's own data: by context, by what it rests on, or not."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.evaluation.group_models import GroupScheme
from annotate.evaluation.models import HarmCase
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, client_of
from tests.evaluation.groups_scene import DARKER, LIGHTER, said, scheme_in
from tests.evaluation.harm_scene import CAPTIONS, finished, harms_recipe, measured, thing
from tests.evaluation.test_harm_runs import cases, decide, told
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def project(project: Project) -> Project:
    harms_recipe(project)
    return project


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.lead)


def figures_of(lead: APIClient, run: Any, name: str = "figures") -> Json:
    found: Json = told(lead, run)[name][0]
    return found


def _contexts(lead: APIClient, run: Any, name: str = "figures") -> dict[str, tuple[int, int, int]]:
    """By harm the images that show the person, that could be wrong, and that are."""
    harms = figures_of(lead, run, name)["context"]["harms"]
    return {
        each["harm"]: (each["shown"], each["rate"]["n"], each["rate"]["count"]) for each in harms
    }


def test_words_that_demean_by_who_is_in_the_image_are_cases(
    people: Cast, project: Project, lead: APIClient
) -> None:
    woman = [thing("woman", "A black woman in a coat.")]
    finished(project, people.ada, things=woman, texts=["A tree.", "A girl holds a gun."])
    finished(project, people.ada, things=woman, texts=["A tree.", "A woman smiles."])
    both = [thing("woman"), thing("girl")]
    finished(project, people.ada, things=both, texts=["A tree.", "A girl smiles."])
    run = measured(project, "s3", "s1")
    assert _contexts(lead, run) == {
        "black_man_boy": (0, 0, 0),
        "woman_girl": (3, 2, 1),
        "black_person_weapon": (2, 2, 1),
        "black_person_animal": (2, 2, 0),
    }
    assert figures_of(lead, run)["context"]["any"]["count"] == 1
    found = cases(lead, run, measure="context")
    assert {(case["aspect"], case["word"]) for case in found} == {
        ("woman_girl", "girl"),
        ("black_person_weapon", "gun"),
    }
    [gun] = cases(lead, run, measure="context", word="gun")
    lit = {
        text["text"][span["start"] : span["end"]] for text in gun["texts"] for span in text["spans"]
    }
    assert lit == {"gun"}
    decide(lead, gun, "wrong_label")
    assert _contexts(lead, run, "figures_without_dismissed")["black_person_weapon"] == (2, 2, 0)
    assert _contexts(lead, run)["black_person_weapon"] == (2, 2, 1)


def _with_groups(lead: APIClient, run: Any, name: str = "figures") -> dict[str, Any]:
    """By harm how many of how many images, with what groups mean; None where it is undefined."""
    harms = figures_of(lead, run, name)["context"]["harms"]
    shares = {each["harm"]: each["with_groups"] for each in harms}
    return {harm: found and (found["count"], found["n"]) for harm, found in shares.items()}


def _why(lead: APIClient, run: Any) -> dict[str, str]:
    reasons = figures_of(lead, run)["undefined"].items()
    return {name: why["message_code"] for name, why in reasons if name.startswith("context")}


def _in_groups(people: Cast, project: Project, means: dict[str, list[str]]) -> GroupScheme:
    """Of two men one is in the truth Black, of the other a group says so; both are called boys."""
    scheme = scheme_in(project, per_image=1)
    GroupScheme.objects.filter(pk=scheme.pk).update(means=means)
    for group, description in ((DARKER, "A black man in a coat."), (DARKER, "A man in a coat.")):
        sample = finished(
            project,
            people.ada,
            things=[thing("man", description)],
            texts=["A tree.", "A boy smiles."],
        )
        said(scheme, sample, ada=(people.ada, group))
    other = finished(project, people.ada, things=[thing("man")], texts=["A tree.", "A boy."])
    said(scheme, other, ada=(people.ada, LIGHTER))
    return scheme


def test_what_groups_mean_counts_in_sums_and_makes_no_case(
    people: Cast, project: Project, lead: APIClient
) -> None:
    _in_groups(people, project, {DARKER: ["black", "man"]})
    run = measured(project, "s3", "s1")
    assert _contexts(lead, run)["black_man_boy"] == (1, 1, 1)
    assert _with_groups(lead, run) == {
        "black_man_boy": (2, 2),
        "woman_girl": None,
        "black_person_weapon": (0, 2),
        "black_person_animal": (0, 2),
    }
    assert _why(lead, run) == {"context.woman_girl.groups": "harm_group_means_nobody"}
    assert figures_of(lead, run)["context"]["means"] == {DARKER: ["black", "man"]}
    # The other image would tell its group.
    [case] = cases(lead, run, measure="context")
    decide(lead, case, "other")
    assert _with_groups(lead, run, "figures_without_dismissed")["black_man_boy"] == (1, 2)


def test_without_a_meaning_figures_with_groups_are_undefined_and_say_why(
    people: Cast, project: Project, lead: APIClient
) -> None:
    scheme = _in_groups(people, project, {})
    run = measured(project, "s3", "s1")
    assert set(_with_groups(lead, run).values()) == {None}
    assert _why(lead, run) == {"context.groups": "harm_group_means_unsaid"}
    assert _contexts(lead, run)["black_man_boy"] == (1, 1, 1)
    GroupScheme.objects.filter(pk=scheme.pk).update(is_enabled=False)
    assert _why(lead, run) == {"context.groups": "harm_groups_not_asked"}


def test_what_groups_mean_is_not_told_while_nobody_is_asked(
    people: Cast, project: Project, lead: APIClient
) -> None:
    scheme = _in_groups(people, project, {DARKER: ["black", "man"]})
    run = measured(project, "s3", "s1")
    GroupScheme.objects.filter(pk=scheme.pk).update(is_enabled=False)
    context = figures_of(lead, run)["context"]
    assert context["means"] is None
    assert set(_with_groups(lead, run).values()) == {None}


def _identity(figures: Json, axis: str) -> Json:
    [found] = [each for each in figures["identity"] if each["axis"] == axis]
    return dict(found)


def test_what_texts_say_people_are_is_told_by_what_it_rests_on(
    people: Cast, project: Project, lead: APIClient
) -> None:
    shop = finished(project, people.ada, texts=["A tree.", "A woman by a shop for women."])
    Annotation.objects.create(
        project=project,
        sample=shop,
        stage_key="ocr",
        kind="ocr.v1",
        index=1,
        origin=Annotation.Origin.PERSON,
        author=people.ada,
        value={"tokens": [{"id": "a", "text": "WOMEN", "box": dict(x=1, y=1, width=9, height=9)}]},
    )
    finished(project, people.ada, texts=["A tree.", "An old woman on a bench."])
    finished(project, people.ada, texts=["A tree.", "A person on a bench by an old wall."])
    run = measured(project, "s3")
    gender = _identity(figures_of(lead, run), "gender")
    assert (gender["named"]["count"], gender["named"]["n"]) == (2, 3)
    assert (gender["on_nothing"]["count"], gender["on_nothing"]["n"]) == (1, 2)
    assert gender["visible_text"]["count"] == 1
    age = _identity(figures_of(lead, run), "age")
    assert age["named"]["count"] == 1, "a wall is nobody"
    found = {(case["aspect"], case["word"]) for case in cases(lead, run, measure="identity")}
    assert found == {("gender", "woman"), ("age", "old")}
    # One person wrote after the other: nobody said the same twice.
    assert (gender["named_alike"], gender["same_values"]) == (None, None)


def test_people_side_by_side_are_held_against_each_other(
    people: Cast, project: Project, lead: APIClient
) -> None:
    use_recipe(project, CAPTIONS)
    for texts in (
        ["A woman sits on a bench.", "A woman rests."],
        ["A man sits on a bench.", "A person rests."],
        ["A tree stands there.", "A tree in the park."],
        ["A tall tree stands.", "A big tree."],
    ):
        _captions(people, project, texts)
    gender = _identity(figures_of(lead, measured(project, "s3")), "gender")
    assert gender["named"]["count"] == 2
    # Eight texts, three of which say it; one of four images disagrees: 1 - 7 · 2 / (64 - 34).
    assert gender["named_alike"]["value"] == pytest.approx(1 - 7 * 2 / 30)
    assert gender["named_alike"]["n"] == 4
    assert gender["same_values"]["value"] == 1.0
    assert gender["same_values"]["n"] == 1


def _captions(people: Cast, project: Project, texts: list[str]) -> None:
    sample = finished(project, people.ada)
    for at, (author, text) in enumerate(zip((people.ada, people.ben), texts, strict=True), 1):
        Annotation.objects.create(
            project=project,
            sample=sample,
            stage_key="caption",
            kind="caption.v1",
            index=at,
            origin=Annotation.Origin.PERSON,
            author=author,
            value={"text": text, "canned": False, "has_text": False, "quality_flags": []},
        )


def _portrait(people: Cast, project: Project, text: str) -> Sample:
    return finished(
        project,
        people.ada,
        things=[thing("woman", "She wears a turban.")],
        texts=["A start.", text],
    )


def test_people_and_what_is_theirs_are_counted_where_a_text_leaves_them_out(
    people: Cast, project: Project, lead: APIClient
) -> None:
    scheme = scheme_in(project, per_image=1)
    for group, text in (
        (DARKER, "A wall."),
        (DARKER, "A person by a wall."),
        (LIGHTER, "A woman in a turban."),
        (LIGHTER, "A woman."),
    ):
        said(scheme, _portrait(people, project, text), ada=(people.ada, group))
    run = measured(project, "s3", "s1")
    absent = figures_of(lead, run)["absent"]
    assert (absent["nobody"]["count"], absent["nobody"]["n"]) == (1, 4)
    assert {name: share["count"] for name, share in absent["groups"].items()} == {
        DARKER: 1,
        LIGHTER: 0,
    }
    [difference] = absent["differences"]
    assert difference["low"] < difference["value"] < difference["high"]
    rows = {row["synset"]["name"]: row for row in absent["rows"]}
    woman, turban = rows["woman.n.01"], rows["turban.n.01"]
    assert (woman["sort"], woman["missing"]["count"], woman["more_general"]) == ("person", 1, 1)
    assert (turban["sort"], turban["missing"]["count"]) == ("artefact", 3)
    assert turban["missing"]["n"] == 4
    assert {name: share["count"] for name, share in turban["groups"].items()} == {
        DARKER: 2,
        LIGHTER: 1,
    }
    [case, *_] = cases(lead, run, measure="absent", word="turban")
    [lit] = [text for text in case["texts"] if text["spans"]]
    assert lit["side"] == "truth"
    decide(lead, case, "other")
    without = figures_of(lead, run, "figures_without_dismissed")["absent"]["rows"]
    assert [row["missing"]["count"] for row in without if row["sort"] == "artefact"] == [2]


def test_lists_of_these_words_stand_in_what_was_used(
    people: Cast, project: Project, lead: APIClient
) -> None:
    finished(project, people.ada, texts=["A tree.", "A tree."])
    run = measured(project, "s3")
    names = {each["name"] for each in told(lead, run)["used"]["lists"]}
    assert {"context_words", "identity_words"} <= names
    assert not HarmCase.objects.filter(run=run).exists()
