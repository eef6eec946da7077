"""The home of leads: what needs them, counted again by hand, and gone once it is settled."""

import json
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.crowd.models import Channel, Payment
from annotate.notifications import services as notifications
from annotate.projects.models import Membership, NamedInvitation, Project
from annotate.projects.needs import NEEDS
from annotate.projects.services import invitations
from annotate.quality.models import Feedback, Flag
from annotate.workflow.models import DailyStats, Task
from tests.architecture.sources import ROOT
from tests.conftest import Cast, Clock, NewProject, add_samples, client_of
from tests.dashboards.home_scene import (
    EXPORT,
    IMPORT,
    answered,
    enough_people,
    failed_job,
    flag,
    home,
    kinds,
    needs,
    payment,
)
from tests.dashboards.scene import crew, worked
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db


def test_who_leads_and_has_nothing_to_do_is_told_nothing(project: Project, people: Cast) -> None:
    nothing = {"leads": True, "needs": [], "left_off": 0}
    assert home(people.owner) == home(people.reviewer) == nothing


def test_who_leads_nothing_has_no_home_but_their_work(project: Project, people: Cast) -> None:
    for user in (people.ada, people.blocked, people.stranger, people.admin):
        assert home(user)["leads"] is False
        assert client_of(user).get("/api/v1/work").json()["leads"] is False
    for user in (people.owner, people.lead, people.reviewer):
        assert client_of(user).get("/api/v1/work").json()["leads"] is True


def test_whoever_is_blocked_or_whose_project_is_put_away_leads_it_no_more(
    project: Project, people: Cast
) -> None:
    Membership.objects.filter(user=people.lead).update(is_blocked=True)
    assert home(people.lead)["leads"] is False
    assert client_of(people.lead).get("/api/v1/work").json()["leads"] is False
    Project.objects.update(state=Project.State.ARCHIVED)
    assert home(people.owner)["leads"] is False


def test_failed_jobs_wait_by_what_they_were_to_do(
    project: Project, people: Cast, time: Clock
) -> None:
    first = time.at
    failed_job(project, first, IMPORT)
    failed_job(project, time.forward(hours=1), EXPORT)
    failed_job(project, time.forward(hours=1), IMPORT)
    whole = Job.objects.create(name="seeding.run", scope=project.scope, state=Job.State.RUNNING)
    failed_job(project, time.at, "seeding.chunk", parent=whole)
    found = home(people.owner)["needs"]
    assert [(need["count"], need["path"]) for need in found] == [
        (2, f"/projects/{project.pk}"),
        (1, f"/projects/{project.pk}"),
    ]
    assert found[0]["since"] == first.isoformat().replace("+00:00", "Z")
    assert "has failed 2 times" in found[0]["message"]
    assert needs(people.reviewer) == [], "who cannot repeat a job is not asked to"


def test_a_failed_job_waits_until_it_is_repeated_or_dismissed(
    project: Project, people: Cast, time: Clock
) -> None:
    again, never = failed_job(project, time.at), failed_job(project, time.at)
    client = client_of(people.lead)
    path = f"/api/v1/projects/{project.pk}/jobs"
    assert client.post(f"{path}/{never.pk}/dismiss").status_code == 200
    assert needs(people.owner) == [("job_failed", project.name, 1)]
    assert client.post(f"{path}/{never.pk}/dismiss").status_code == 200, "twice is as once"
    assert client.post(f"{path}/{again.pk}/retry").status_code == 200
    assert needs(people.owner) == []
    refused = client.post(f"{path}/{again.pk}/dismiss")
    assert refused.json()["error"]["message"] == "Only a failed job can be dismissed."
    verbs = list(project.audit.order_by("pk").values_list("verb", flat=True))
    assert verbs[-3:] == ["job.dismissed", "job.dismissed", "job.repeated"]


def test_a_dismissed_job_that_is_repeated_and_fails_again_waits_again(
    project: Project, people: Cast, time: Clock
) -> None:
    job = failed_job(project, time.at)
    jobs.dismiss(job)
    jobs.retry(job)
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, finished_at=time.at)
    assert kinds(people.owner) == ["job_failed"]


def test_of_what_failed_a_month_ago_nobody_is_reminded(
    project: Project, people: Cast, time: Clock
) -> None:
    failed_job(project, time.at)
    time.forward(days=29)
    assert kinds(people.owner) == ["job_failed"]
    time.forward(days=1)
    assert kinds(people.owner) == []


def test_the_overview_keeps_a_failed_job_until_it_is_settled(
    project: Project, people: Cast, time: Clock
) -> None:
    """Catches a home that leads to a page on which there is nothing to be done."""
    job = failed_job(project, time.at)
    for _ in range(12):
        Job.objects.create(name=EXPORT, scope=project.scope, state=Job.State.SUCCEEDED)
    shown = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/overview").json()["jobs"]
    assert shown[-1]["id"] == job.pk
    jobs.dismiss(job)
    shown = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/overview").json()["jobs"]
    assert job.pk not in {each["id"] for each in shown}


def test_answers_and_skips_wait_by_their_open_flags(
    project: Project, people: Cast, time: Clock
) -> None:
    enough_people(project, project.recipe.people_needed)
    decided, twice, once, left = add_samples(project, 4)
    flag(answered(decided, people.ada, time.at), "fast", time.at, Flag.State.SETTLED)
    work, since = answered(twice, people.ada, time.at), time.forward(minutes=5)
    for code in ("fast", "copy"):
        flag(work, code, time.at)
    flag(answered(once, people.ada, time.at), "fast", time.forward(minutes=5))
    skipped = answered(left, people.ben, time.at, skipped=True)
    flag(skipped, "skipped", time.at)
    assert needs(people.reviewer) == needs(people.owner)
    assert needs(people.owner) == [
        ("review_waiting", project.name, 2),
        ("skips_waiting", project.name, 1),
    ]
    answers, skips = home(people.owner)["needs"]
    assert answers["since"] == since.isoformat().replace("+00:00", "Z")
    assert answers["path"] == f"/projects/{project.pk}/review"
    assert skips["path"] == f"/projects/{project.pk}/review/skips"
    Flag.objects.filter(assignment=work).update(state=Flag.State.SETTLED)
    Flag.objects.filter(assignment=skipped).update(state=Flag.State.WITHDRAWN)
    assert needs(people.owner) == [("review_waiting", project.name, 1)]


def test_what_waits_is_what_a_recount_finds(project: Project, people: Cast, time: Clock) -> None:
    enough_people(project, project.recipe.people_needed)
    for place, sample in enumerate(add_samples(project, 12)):
        user = (people.ada, people.ben, people.cleo)[place % 3]
        work = answered(sample, user, time.at, skipped=place % 4 == 0)
        flag(work, "fast", time.at, ("open", "settled", "open", "open", "withdrawn")[place % 5])
    waiting = Flag.objects.filter(state="open").select_related("assignment")
    answers = {row.assignment_id for row in waiting if row.annotation_id is not None}
    skips = {row.assignment_id for row in waiting if row.annotation_id is None}
    assert answers
    assert skips
    found = dict((kind, count) for kind, _, count in needs(people.owner))
    assert (found["review_waiting"], found["skips_waiting"]) == (len(answers), len(skips))


def test_payments_wait_until_a_lead_approves_them(
    project: Project, people: Cast, time: Clock
) -> None:
    enough_people(project, project.recipe.people_needed)
    (sample,) = add_samples(project, 1)
    made = payment(project, people.owner, answered(sample, people.ada, time.at), time.at)
    assert needs(people.owner) == [("payments_waiting", project.name, 1)]
    assert needs(people.reviewer) == []
    Payment.objects.filter(pk=made.pk).update(
        state=Payment.State.APPROVED, approved_by=people.owner
    )
    assert needs(people.owner) == []


def test_people_are_missing_while_an_image_needs_more_than_are_here(
    project: Project, people: Cast
) -> None:
    use_recipe(project, {"key": "caption", "kind": "caption.v1", "mode": "parallel", "rounds": 4})
    assert kinds(people.owner) == [], "nothing is to be done yet"
    add_samples(project, 1)
    (need,) = home(people.owner)["needs"]
    assert need["message"] == ("Invite 1 more person: each image needs 4, there are 3.")
    assert need["path"] == f"/projects/{project.pk}/people"
    crew(project, 1)
    assert kinds(people.owner) == []
    Membership.objects.filter(user=people.ada).update(is_blocked=True)
    assert kinds(people.owner) == ["people_missing"]


@pytest.mark.parametrize("state", [Project.State.PAUSED, Project.State.ARCHIVED])
def test_nobody_is_missing_in_a_project_that_rests(
    project: Project, people: Cast, state: str
) -> None:
    add_samples(project, 1)
    Project.objects.update(state=state)
    assert kinds(people.owner) == []


def test_nobody_is_missing_where_a_channel_brings_people(project: Project, people: Cast) -> None:
    add_samples(project, 1)
    Channel.objects.create(
        project=project, name="Links", adapter="link", slug="in", created_by=people.owner
    )
    assert kinds(people.owner) == []


def test_who_was_invited_by_name_waits_until_they_come_or_decline(
    project: Project, people: Cast
) -> None:
    names = ["sam", "somebody-else", "a-third"]
    invitations.invite_by_name(
        project=project, actor=people.owner, usernames=names, role="annotator"
    )
    assert needs(people.lead) == [("people_invited", project.name, 3)]
    invited = NamedInvitation.objects.get(username="sam")
    invitations.accept_named_invitation(user=people.stranger, invitation_id=invited.pk)
    assert needs(people.lead) == [("people_invited", project.name, 2)]
    for left in NamedInvitation.objects.all():
        invitations.withdraw_named_invitation(
            project=project, actor=people.owner, invitation_id=left.pk
        )
    assert needs(people.lead) == []


def test_a_stage_runs_dry_with_less_work_than_a_day_takes(
    project: Project, people: Cast, time: Clock
) -> None:
    enough_people(project, project.recipe.people_needed)
    samples = add_samples(project, 9)
    worked(project, people.ada, time.at.date(), 70, stage_key="objects", last_at=time.at)
    (need,) = home(people.lead)["needs"]
    open_tasks = Task.objects.filter(stage_key="objects", state=Task.State.OPEN)
    assert (need["kind"], need["count"]) == ("tasks_low", open_tasks.count())
    assert (need["count"], need["path"]) == (9, f"/projects/{project.pk}/samples")
    assert len(samples) == 9
    add_samples(project, 1)
    assert kinds(people.lead) == []


def test_messages_of_ones_own_wait_until_they_are_read(
    project: Project, people: Cast, time: Clock
) -> None:
    (sample,) = add_samples(project, 1)
    enough_people(project, project.recipe.people_needed)
    work = answered(sample, people.reviewer, time.at)
    assert work.answer is not None
    Feedback.objects.create(
        project=project,
        annotation=work.answer,
        annotator=people.reviewer,
        sent_by=people.owner,
        path="",
        message="Well done.",
    )
    for _ in range(2):
        notifications.tell_people(
            project=project,
            kind="mention",
            users=[people.reviewer.pk],
            data={"about": "Olga"},
        )
    found = home(people.reviewer)["needs"]
    assert [(need["kind"], need["count"], need["path"]) for need in found] == [
        ("mention", 2, "/notifications"),
        ("feedback", 1, "/feedback"),
    ]
    Feedback.objects.update(read_at=time.at)
    notifications.mark_all_read(user=people.reviewer)
    assert kinds(people.reviewer) == []


def test_the_most_urgent_kind_is_first_and_of_one_kind_the_oldest(
    people: Cast, new_project: NewProject, time: Clock
) -> None:
    newer, older = new_project(name="Newer"), new_project(name="Older")
    names = ["somebody"]
    for project, days in ((newer, 1), (older, 3)):
        at = time.at - timedelta(days=days)
        failed_job(project, at)
        invitations.invite_by_name(
            project=project, actor=people.owner, usernames=names, role="annotator"
        )
        NamedInvitation.objects.filter(project=project).update(created_at=at)
    assert needs(people.owner) == [
        ("job_failed", "Older", 1),
        ("job_failed", "Newer", 1),
        ("people_invited", "Older", 1),
        ("people_invited", "Newer", 1),
    ]


def test_a_list_that_is_too_long_says_how_much_it_leaves_off(
    project: Project, people: Cast, time: Clock
) -> None:
    for number in range(53):
        failed_job(project, time.at, f"kind{number}")
    found = home(people.owner)
    assert (len(found["needs"]), found["left_off"]) == (50, 3)


def test_twenty_projects_cost_as_many_statements_as_one(
    people: Cast, new_project: NewProject, time: Clock
) -> None:
    def fill(number: int) -> None:
        for _ in range(number):
            project = new_project()
            (sample, other) = add_samples(project, 2)
            flag(answered(sample, people.ada, time.at), "fast", time.at)
            flag(answered(other, people.ben, time.at, skipped=True), "skipped", time.at)
            failed_job(project, time.at)
            DailyStats.objects.create(
                project=project,
                stage_key="objects",
                index=1,
                annotator=people.ada,
                day=date(2026, 3, 2),
                submissions=1,
                last_at=time.at,
            )
            invitations.invite_by_name(
                project=project, actor=people.owner, usernames=["x"], role="annotator"
            )

    client = client_of(people.owner)
    costs = []
    for number, page in ((1, "home"), (0, "home/projects"), (19, "home"), (0, "home/projects")):
        fill(number)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/api/v1/{page}").status_code == 200
        costs.append(len(asked))
    assert costs[2:] == costs[:2]
    assert costs[0] <= 18
    assert costs[1] <= 6


def test_every_need_leads_to_a_page_of_the_client() -> None:
    """Catches an address that nobody finds: the client's routes are those of its sweeps."""
    routes = set(json.loads((ROOT / "tests" / "e2e" / "routes.json").read_text()))
    pages = {f"/projects/$projectId{rule.page}" for rule in NEEDS.values()}
    assert {*pages, "/notifications", "/feedback"} <= {*routes, "/projects/$projectId"}
