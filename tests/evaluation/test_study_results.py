"""Results of a study in which people judged here: turned back, rejected ones left out."""

import csv
import io
from typing import Any

import pytest

from annotate.evaluation.models import Study, StudyItem
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment
from tests.conftest import Cast, Clock, client_of
from tests.evaluation.judging import address, judge, work_of
from tests.evaluation.studies import brought_in, csv_of, get, text_of
from tests.evaluation.texts_scene import is_flipped, prepared, texts_of, two_files

METRICS = [{"key": "tldr", "title": "First lines"}, {"key": "colour", "title": "Colours & light"}]
SECOND_IS_BETTER = {"tldr": 1, "colour": 2}


@pytest.fixture
def study(people: Cast, project: Project) -> Study:
    """Eight pairs of texts, each for three people; the flips differ."""
    made = prepared(
        project,
        two_files(project, 8),
        metrics=METRICS,
        raters_per_item=3,
        raters=[people.ada.pk, people.ben.pk, people.cleo.pk],
    )
    assert 0 < sum(is_flipped(item) for item in made.items.all()) < 8
    return made


def results(user: User, study: Study) -> dict[str, Any]:
    found: dict[str, Any] = get(user, f"{address(study)}/results")
    return found


def metric(found: dict[str, Any], key: str) -> dict[str, Any]:
    (one,) = [each for each in found["metrics"] if each["key"] == key]
    return dict(one)


def test_before_anybody_judged_nothing_is_known_and_it_says_so(people: Cast, study: Study) -> None:
    found = results(people.owner, study)
    assert (found["items"], found["ratings"], found["raters"]) == (0, 0, 0)
    one = metric(found, "tldr")
    assert (one["n"], one["counts"], one["percent"]) == (0, [0] * 5, None)
    assert one["net"] == {
        "value": None,
        "low": None,
        "high": None,
        "why": {
            "message": "Nobody has judged this yet.",
            "message_code": "nobody_judged",
            "params": {},
        },
    }
    assert {each["value"] for each in found["umbrellas"]} == {None}
    assert found["agreement"][0]["why"]["message"] == "No item has two answers."
    assert "\\begin{tabular}" in text_of(people.owner, f"{address(study)}/results/table.tex")


def test_scores_are_told_of_the_sources_however_they_were_shown(people: Cast, study: Study) -> None:
    """Catches results in which a flip was forgotten: half of the scores would change sides."""
    judge(study, people.ada, lambda item: SECOND_IS_BETTER)
    found = results(people.reviewer, study)
    assert metric(found, "tldr")["counts"] == [0, 0, 0, 8, 0]
    assert metric(found, "colour")["counts"] == [0, 0, 0, 0, 8]
    assert metric(found, "tldr")["net"]["value"] == 100
    assert found["sources"] == ["GPT-4V", "IIW-Human"]


def test_everybody_counts_and_disagreement_shows(people: Cast, study: Study) -> None:
    judge(study, people.ada, lambda item: {"tldr": 1, "colour": item.number % 3 - 1})
    judge(study, people.ben, lambda item: {"tldr": -1, "colour": item.number % 3 - 1})
    found = results(people.owner, study)
    assert (found["items"], found["ratings"], found["raters"]) == (8, 16, 2)
    assert metric(found, "tldr")["counts"] == [0, 8, 0, 8, 0]
    assert metric(found, "tldr")["percent"] == [0, 50, 0, 50, 0]
    agreement = {each["metric"]: each for each in found["agreement"]}
    assert agreement["colour"]["alpha"] == pytest.approx(1)
    assert agreement["colour"]["pairwise"] == 1
    assert agreement["tldr"]["alpha"] < 0
    assert agreement["tldr"]["pairwise"] == 0
    assert agreement["tldr"]["items"] == 8


def test_the_table_has_the_interval_of_alpha(people: Cast, study: Study) -> None:
    judge(study, people.ada, lambda item: {"tldr": item.number % 3 - 1, "colour": 0})
    judge(study, people.ben, lambda item: {"tldr": item.number % 4 // 2, "colour": 0})
    agreement = {each["metric"]: each for each in results(people.owner, study)["agreement"]}
    file = text_of(people.owner, f"{address(study)}/results/table.csv")
    rows = csv.DictReader(io.StringIO(file))
    told, ends = agreement["tldr"], agreement["tldr"]["alpha_interval"]
    assert ends["low"] < told["alpha"] < ends["high"]
    assert ends["images"] == 8
    right = [f"{round(value, 3)}" for value in (told["alpha"], ends["low"], ends["high"])]
    assert right in [[row["alpha"], row["alpha low"], row["alpha high"]] for row in rows]


def test_what_a_lead_rejected_is_left_out_and_counted(people: Cast, study: Study) -> None:
    judge(study, people.ada, lambda item: SECOND_IS_BETTER)
    spam = judge(study, people.ben, lambda item: {"tldr": -2, "colour": -2}, times=3)
    for each in spam:
        assert each.answer is not None
        workflow.set_verdict(
            annotation=each.answer,
            verdict=Assignment.Verdict.REJECTED,
            reason="All the same.",
            actor=people.owner,
        )
    found = results(people.owner, study)
    assert found["excluded"] == {"rejected": 3, "withdrawn": 0}
    assert (found["ratings"], found["raters"]) == (8, 1)
    assert metric(found, "tldr")["counts"] == [0, 0, 0, 8, 0]
    assert "It reads so: -2" not in text_of(people.owner, f"{address(study)}/results/ratings.csv")


def test_items_that_were_withdrawn_are_left_out_and_counted(people: Cast, study: Study) -> None:
    judge(study, people.ada, lambda item: SECOND_IS_BETTER)
    sample = StudyItem.objects.get(study=study, number=1).sample
    assert sample is not None
    workflow.withdraw_sample(sample=sample, actor=people.owner, reason="not free")
    found = results(people.owner, study)
    assert found["excluded"] == {"rejected": 0, "withdrawn": 1}
    assert (found["items"], metric(found, "tldr")["n"]) == (7, 7)


def test_longer_texts_being_preferred_is_found(people: Cast, study: Study) -> None:
    for item in StudyItem.objects.filter(study=study):
        text = texts_of(item)[0] + " It is very tall." * item.number
        item.stimuli.filter(source=1).update(text=text)
    judge(study, people.ada, lambda item: {"tldr": (item.number - 1) // 2 - 1, "colour": 0})
    length = results(people.owner, study)["effects"]["length"]
    assert length["n"] == 8
    assert length["rho"] > 0.9
    assert 0 < length["low"] < length["rho"] < length["high"] <= 1


def test_time_is_told_by_level(people: Cast, study: Study, time: Clock) -> None:
    """Each takes 60 seconds and 10 for each point in favour of the second text."""
    judge(
        study,
        people.ada,
        lambda item: {"tldr": item.number % 5 - 2, "colour": item.number % 5 - 2},
        time=time,
    )
    found = results(people.owner, study)["effects"]["time"]
    assert found["median_seconds_by_level"] == [40, 50, 60, 70, 80]
    assert (found["rho"], found["n"]) == (pytest.approx(1), 8)


def test_raters_are_numbers_in_what_is_given_out(people: Cast, study: Study) -> None:
    judge(study, people.ada, lambda item: SECOND_IS_BETTER, times=2)
    table = text_of(people.owner, f"{address(study)}/results/ratings.csv")
    assert "Rater 1" in table
    assert "ada" not in table.casefold()


def test_a_study_and_its_scores_brought_in_again_say_the_same(
    people: Cast, project: Project, study: Study
) -> None:
    """Catches two ways of adding up: one for people here, one for people elsewhere."""
    judge(study, people.ada, lambda item: {"tldr": item.number % 5 - 2, "colour": 1})
    judge(study, people.ben, lambda item: {"tldr": -(item.number % 3 - 1), "colour": 0})
    here = results(people.owner, study)
    table = text_of(people.owner, f"{address(study)}/results/ratings.csv").encode()
    there = get(people.owner, f"{brought_in(people.owner, project, table)}/results")
    told = ("items", "ratings", "raters", "sources", "levels", "umbrellas", "agreement")
    assert {key: there[key] for key in told} == {key: here[key] for key in told}
    for one, other in zip(here["metrics"], there["metrics"], strict=True):
        assert {**one, "title": ""} == {**other, "title": ""}


def test_raters_learn_nothing_of_results(people: Cast, study: Study) -> None:
    judge(study, people.ada, lambda item: SECOND_IS_BETTER, times=1)
    for path in ("results", "results/ratings.csv", "items"):
        there = address(study).replace(f"/{study.project_id}/", f"/{work_of(study).pk}/")
        assert client_of(people.ada).get(f"{address(study)}/{path}").status_code == 403
        assert client_of(people.ada).get(f"{there}/{path}").status_code == 403


def test_one_item_has_a_share_but_no_interval(people: Cast, project: Project) -> None:
    study = brought_in(
        people.owner, project, csv_of([("a", "tldr", 2, "x"), ("a", "tldr", 1, "y")])
    )
    net = get(people.owner, f"{study}/results")["metrics"][0]["net"]
    assert (net["value"], net["low"], net["high"]) == (100, None, None)
    assert net["why"]["message"] == "An interval needs two items or more."
