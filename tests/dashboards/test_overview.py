"""The overview's figures, against a history whose numbers are worked out by hand."""

import io
from typing import Any

import pytest
from django.core.management import call_command

from annotate.projects.models import Membership, Project
from annotate.workflow import services
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import claim, describe, fresh, mark, seed, submit, thing, use_recipe, work
from tests.workflow.hit_acts import YES, give_votes

pytestmark = pytest.mark.django_db


def overview(project: Project, people: Cast) -> dict[str, Any]:
    answer = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/overview")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def told(people: Cast, project: Project, time: Clock) -> Project:
    """Two samples with the seed "A red kite"; on Monday Ada and Ben write "A blue kite flies" and
    take 100 and 50 seconds; on Tuesday Ben adds "high" to Ada's and skips the other one.
    """
    use_recipe(project, {"key": "description", "rounds": 3, "seeded": True})
    samples = add_samples(project, 2)
    for sample in samples:
        seed(sample, "A red kite")
    begun = [(claim(project, people.ada), 100), (claim(project, people.ben), 50)]
    time.forward(seconds=200)
    for held, seconds in begun:
        submit(held, {"text": "A blue kite flies"}, seconds=seconds)
    time.forward(days=1)
    describe(project, people.ben, "A blue kite flies high", scratch="Too short")
    held = claim(project, people.cleo)
    services.skip(assignment=fresh(held), actor=people.cleo, reason="other")
    return project


def test_rounds_have_the_means_of_their_submissions(told: Project, people: Cast) -> None:
    """Round 1: distance 2 from the seed. Round 2: one word more, 4 of 5."""
    first, second = overview(told, people)["rounds"]
    assert (first["index"], first["submissions"], first["from_scratch"]) == (1, 2, 0)
    assert first["tokens_mean"] == 4
    assert first["active_seconds_mean"] == 75
    assert first["jaccard_mean"] is None, "a seed is no round"
    assert first["edit_distance_mean"] == 2
    assert (second["index"], second["submissions"], second["from_scratch"]) == (2, 1, 1)
    assert second["tokens_mean"] == 5
    assert second["jaccard_mean"] == pytest.approx(0.8)
    assert second["edit_distance_mean"] == 1


def test_days_count_submissions(told: Project, people: Cast) -> None:
    assert overview(told, people)["days"] == [
        {"day": "2026-03-02", "submissions": 2, "finished_samples": 0},
        {"day": "2026-03-03", "submissions": 1, "finished_samples": 0},
    ]


def test_progress_counts_samples_and_tasks(told: Project, people: Cast) -> None:
    progress = overview(told, people)["progress"]
    assert {key: progress[key] for key in ("samples", "waiting", "open", "done", "withdrawn")} == {
        "samples": 2,
        "waiting": 0,
        "open": 2,
        "done": 0,
        "withdrawn": 0,
    }
    [stage] = progress["by_stage"]
    assert (stage["open"], stage["held"], stage["done"]) == (2, 0, 3)


def test_the_fate_of_objects_is_summed(people: Cast, project: Project) -> None:
    samples = add_samples(project, 2)
    for sample in samples:
        services.add_seed(
            project=project,
            sample=sample,
            stage_key="objects",
            value={"objects": [thing("a"), thing("b")]},
            producer="x",
        )
    mark(project, people.ada, thing("a", derived_from=["a"]), thing("n", label="new"))
    mark(project, people.ben, thing("m", label="both", derived_from=["a", "b"]))
    assert overview(project, people)["objects"] == {
        "kept": 1,
        "edited": 0,
        "added": 1,
        "removed": 1,
        "merged": 1,
    }


def test_it_says_when_work_waits_for_new_people(people: Cast, project: Project) -> None:
    others = [people.ben, people.cleo, people.lead, people.reviewer]
    Membership.objects.filter(project=project, user__in=others).delete()
    add_samples(project, 1)
    assert overview(project, people)["blocked"] == {
        "samples_waiting_for_new_people": 0,
        "annotators": 1,
    }
    mark(project, people.ada)
    # Olga leads; she may take the next round, but nobody can count on it.
    assert overview(project, people)["blocked"]["samples_waiting_for_new_people"] == 1


def test_an_empty_project_has_an_overview(people: Cast, project: Project) -> None:
    found = overview(project, people)
    assert (found["rounds"], found["days"], found["jobs"]) == ([], [], [])
    assert found["worker"] == {"alive": False, "needed": False, "last_seen": None}


# --- Samples ----------------------------------------------------------------------------------


def test_figures_can_be_made_anew_from_the_command_line(told: Project, people: Cast) -> None:
    before = overview(told, people)["rounds"]
    call_command("rebuild_stats", str(told.pk), stdout=io.StringIO())
    assert overview(told, people)["rounds"] == before


def test_votes_wait_for_somebody_who_wrote_nothing_there(people: Cast, project: Project) -> None:
    others = [people.cleo, people.lead, people.reviewer]
    Membership.objects.filter(project=project, user__in=others).delete()
    give_votes(project, texts=1, votes=2)
    add_samples(project, 1)
    work(project, people.ada, {"text": "To be judged."}, "text")
    assert overview(project, people)["blocked"]["samples_waiting_for_new_people"] == 0
    work(project, people.ben, YES, "vote")
    assert overview(project, people)["blocked"]["samples_waiting_for_new_people"] == 1
