"""Measurements of harms on a project's own data: figures, reasons, kills, and dismissed cases."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.evaluation.models import HarmCase
from annotate.evaluation.schemas.harm_figures import HarmFigures
from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.evaluation.groups_scene import DARKER, LIGHTER, said, scheme_in
from tests.evaluation.harm_scene import finished, harms_recipe, measured, thing

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def project(project: Project) -> Project:
    harms_recipe(project)
    return project


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.lead)


def told(lead: APIClient, run: Any) -> Json:
    answer = lead.get(f"/api/v1/harm-runs/{run.pk}")
    assert answer.status_code == 200, answer.content
    found: Json = answer.json()
    return found


def cases(lead: APIClient, run: Any, **query: str) -> list[Json]:
    answer = lead.get(f"/api/v1/harm-runs/{run.pk}/cases", query)
    assert answer.status_code == 200, answer.content
    found: list[Json] = answer.json()["results"]
    return found


def decide(lead: APIClient, case: Json, verdict: str | None, note: str = "") -> Json:
    answer = lead.put(
        f"/api/v1/harm-cases/{case['id']}", {"verdict": verdict, "note": note}, format="json"
    )
    assert answer.status_code == 200, answer.content
    found: Json = answer.json()
    return found


def test_words_are_counted_between_bounds_and_dismissed_cases_leave_the_figures(
    people: Cast, project: Project, lead: APIClient
) -> None:
    finished(project, people.ada, texts=["A man.", "A scary man and a creepy dog."])
    finished(project, people.ada, texts=["A tree.", "A scary female by a tree."])
    finished(project, people.ada, texts=["A tree.", "A green tree."])
    run = measured(project, "s3")
    found = told(lead, run)
    assert (found["state"], found["job"]["state"], found["read"]) == ("ready", "succeeded", 3)
    [figures] = found["figures"]
    assert figures["arm"] == "all"
    assert figures["images"] == figures["texts"] == 3
    assert figures["demeaning"]["attributes"]["estimate"]["count"] == 2
    assert figures["demeaning"]["identity_nouns"]["count"] == 1
    assert figures["graphs"]["objects"]["per_image"]["n"] == 3
    assert found["figures_without_dismissed"] == found["figures"]
    scary = cases(lead, run, measure="demeaning", word="scary")
    assert [case["kind"] for case in scary] == ["attribute", "attribute"]
    [text] = scary[0]["texts"]
    assert [text["text"][span["start"] : span["end"]] for span in text["spans"]] == ["scary"]
    assert scary[0]["meaning"]["synset"]["name"]
    assert scary[0]["meaning"]["gloss"]

    done = decide(lead, scary[1], "other", "A costume.")
    assert (done["verdict"], done["note"]) == ("other", "A costume.")
    assert done["decided_by"]["username"] == people.lead.username
    found = told(lead, run)
    [without] = found["figures_without_dismissed"]
    assert without["demeaning"]["attributes"]["estimate"]["count"] == 1
    assert found["figures"][0]["demeaning"]["attributes"]["estimate"]["count"] == 2
    assert found["verdicts"]["other"] == 1
    # The first image has another word that counts: it stays, whatever is said of one of them.
    decide(lead, scary[0], "wrong_synset")
    [without] = told(lead, run)["figures_without_dismissed"]
    assert without["demeaning"]["attributes"]["estimate"]["count"] == 1
    assert cases(lead, run, verdict="unread", measure="demeaning")[0]["word"] == "creepy"
    for case in scary:
        decide(lead, case, None)
    found = told(lead, run)
    assert found["figures_without_dismissed"] == found["figures"]


def _page(lead: APIClient, run: Any, **query: Any) -> Json:
    answer = lead.get(f"/api/v1/harm-runs/{run.pk}/cases", query)
    assert answer.status_code == 200, answer.content
    found: Json = answer.json()
    return found


def test_each_bound_opens_the_cases_that_count_in_it(
    people: Cast, project: Project, lead: APIClient
) -> None:
    for text in ("A scary man.", "A great mask.", "A creepy dog.", "A strange wall.", "A tree."):
        finished(project, people.ada, texts=["A tree.", text])
    run = measured(project, "s3")
    found = HarmCase.objects.filter(run=run, measure="demeaning")
    for word, bound in (("great", "upper"), ("creepy", "estimate"), ("strange", "lower")):
        assert found.filter(word=word).update(bound=bound) == 1
    # It stands in the image itself: it counts in no bound.
    found.filter(word="scary").update(quoted=True)
    for bound, words in (
        ("lower", {"strange"}),
        ("estimate", {"strange", "creepy"}),
        ("upper", {"strange", "creepy", "great"}),
    ):
        page = _page(lead, run, measure="demeaning", bound=bound, kind="attribute")
        assert {case["word"] for case in page["results"]} == words
        assert page["count"] == len(words)
    assert _page(lead, run, measure="demeaning")["count"] == 4
    assert _page(lead, run, measure="demeaning", kind="object")["count"] == 0


def test_a_page_says_where_it_stands_among_all_cases(
    people: Cast, project: Project, lead: APIClient
) -> None:
    for _ in range(5):
        finished(project, people.ada, texts=["A tree.", "A scary man."])
    run = measured(project, "s3")
    query = {"measure": "demeaning", "word": "scary", "page_size": 2}
    pages: list[Json] = []
    cursor = None
    while cursor is not None or not pages:
        pages.append(_page(lead, run, **query, **({"cursor": cursor} if cursor else {})))
        cursor = pages[-1]["next"]
    assert [(page["before"], page["count"]) for page in pages] == [(0, 5), (2, 5), (4, 5)]
    nothing = _page(lead, run, measure="inclusion")
    assert (nothing["results"], nothing["before"], nothing["count"]) == ([], 0, 0)
    refused = lead.get(f"/api/v1/harm-runs/{run.pk}/cases", {"bound": "most", "version": "x"})
    paths = {field["path"] for field in refused.json()["error"]["fields"]}
    assert (refused.status_code, paths) == (422, {"bound", "version"})


def test_without_a_truth_groups_or_boxes_figures_are_null_with_their_reason(
    people: Cast, project: Project, lead: APIClient
) -> None:
    finished(project, people.ada, texts=["A man.", "A man on a horse."])
    [figures] = told(lead, measured(project, "s3"))["figures"]
    assert figures["inclusion"] is None
    assert figures["not_mentioned"] is None
    assert figures["demeaning"]["objects"] is None
    reasons = {name: why["message_code"] for name, why in figures["undefined"].items()}
    assert reasons == {
        "demeaning.objects": "demeaning_nouns_missing",
        "demeaning.objects_or_attributes": "demeaning_nouns_missing",
        "demeaning.quoted": "harm_no_text_read",
        "inclusion": "harm_without_truth",
        "not_mentioned": "harm_without_boxes",
        "not_mentioned.groups": "harm_groups_not_asked",
        "not_mentioned.differences": "harm_groups_not_asked",
        "context": "harm_needs_truth",
        "identity.groups": "harm_groups_not_asked",
        "identity.visible_text": "harm_no_text_read",
        "absent": "harm_needs_truth",
    }


def _grouped(people: Cast, project: Project) -> None:
    """Eight images of two groups; only of one the text has a baby that is not there."""
    scheme = scheme_in(project, per_image=1)
    for at in range(8):
        group = LIGHTER if at % 2 else DARKER
        text = "A woman holds a baby." if group == DARKER and at < 6 else "A tall tree."
        sample = finished(
            project,
            people.ada,
            # WordNet has no "zorblat": it is lit where nothing is said instead, if anything is.
            things=[thing("woman", "She holds a cup."), thing("cup"), thing("zorblat")],
            texts=["A seed.", text],
        )
        said(scheme, sample, ada=(people.ada, group))


def test_words_wrongly_included_and_people_not_mentioned_are_told_by_group(
    people: Cast, project: Project, lead: APIClient
) -> None:
    _grouped(people, project)
    run = measured(project, "s3", "s1")
    found = told(lead, run)
    [figures] = found["figures"]
    assert figures["inclusion"]["groups"] == {DARKER: 4, LIGHTER: 4}
    rows = {row["synset"]["name"]: row for row in figures["inclusion"]["kept"]}
    baby = rows["baby.n.01"]
    assert baby["association"]["group"] == DARKER
    assert (baby["rate"]["count"], baby["rate"]["n"]) == (3, 8)
    assert baby["rates"][DARKER]["count"] == 3
    assert baby["rates"][LIGHTER]["count"] == 0
    silent = figures["not_mentioned"]
    assert (silent["all"]["count"], silent["all"]["n"]) == (5, 8)
    assert (silent["groups"][DARKER]["count"], silent["groups"][LIGHTER]["count"]) == (1, 4)
    [difference] = silent["differences"]
    assert difference["low"] < difference["value"] == -0.75 < difference["high"]
    assert found["used"]["boxes"] == "s1"

    [case] = [case for case in cases(lead, run, measure="inclusion", word="baby")][:1]
    assert {text["side"] for text in case["texts"]} == {"candidate", "truth"}
    assert (case["scenario"], case["group"]) == ("hallucinated", None)
    assert all(text["spans"] == [] for text in case["texts"] if text["side"] == "truth")
    decide(lead, case, "wrong_label")
    decide(lead, cases(lead, run, measure="not_mentioned")[0], "genuine")
    [without] = told(lead, run)["figures_without_dismissed"]
    [row] = [row for row in without["inclusion"]["kept"] if row["synset"]["name"] == "baby.n.01"]
    assert (row["rate"]["count"], row["rates"][DARKER]["count"]) == (2, 2)
    assert without["not_mentioned"]["all"]["count"] == 5


def test_a_project_that_stops_asking_for_groups_is_told_none(
    people: Cast, project: Project, lead: APIClient
) -> None:
    _grouped(people, project)
    run = measured(project, "s3", "s1")
    project.group_scheme.delete()
    [figures] = told(lead, run)["figures"]
    assert figures["inclusion"] is None
    assert figures["not_mentioned"]["groups"] is None
    assert DARKER not in str(told(lead, run)) + str(cases(lead, run))


def test_the_unseeded_arm_is_told_apart(people: Cast, project: Project, lead: APIClient) -> None:
    finished(project, people.ada, texts=["A scary dog.", "A scary dog."], seeded=False)
    finished(project, people.ada, seed="A man.", texts=["A man.", "A man."], seeded=True)
    figures = {each["arm"]: each for each in told(lead, measured(project, "s3"))["figures"]}
    assert {name: each["images"] for name, each in figures.items()} == {
        "all": 2,
        "seeded": 1,
        "unseeded": 1,
    }
    counts = {
        name: each["demeaning"]["attributes"]["upper"]["count"] for name, each in figures.items()
    }
    assert counts == {"all": 1, "seeded": 0, "unseeded": 1}


def test_cases_of_withdrawn_images_are_shown_to_nobody(
    people: Cast, project: Project, lead: APIClient
) -> None:
    sample = finished(project, people.ada, texts=["A scary dog.", "A scary dog."])
    run = measured(project, "s3")
    [case] = cases(lead, run)
    sample.state = "withdrawn"
    sample.save(update_fields=["state"])
    assert cases(lead, run) == []
    refused = lead.put(f"/api/v1/harm-cases/{case['id']}", {"verdict": "other"}, format="json")
    assert refused.status_code == 404


def test_figures_answer_to_their_schema(people: Cast, project: Project, lead: APIClient) -> None:
    finished(project, people.ada, texts=["A scary dog.", "A scary dog."])
    run = measured(project, "s3")
    assert all(HarmFigures.model_validate(each) for each in told(lead, run)["figures"])
    assert HarmCase.objects.filter(run=run).count() == 1
