"""Who is told of what happens: the right people, once, and nothing they may not know."""

import pytest
from pytest_django import Settings

from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.notifications.models import Notification
from annotate.people.models import User
from annotate.projects import services as projects
from annotate.projects.models import Membership, Project, Role
from annotate.projects.services import webhooks
from tests.conftest import Cast, Clock, NewProject, client_of
from tests.notifications.acts import URL, end_job, list_of, said_to

pytestmark = pytest.mark.django_db


def membership(project: Project, user: User) -> Membership:
    return Membership.objects.select_related("project", "user").get(project=project, user=user)


def test_who_started_a_job_is_told_how_it_ended_and_nobody_else(
    project: Project, people: Cast
) -> None:
    end_job(project, people.lead)
    end_job(project, people.lead, failed=True)
    assert said_to(people.lead) == ["Exporting has failed.", "Exporting is finished."]
    assert said_to(people.owner) == said_to(people.admin) == []
    assert list_of(people.lead)[0]["path"] == f"/projects/{project.pk}/export"


def test_a_job_that_the_product_started_tells_nobody(project: Project, people: Cast) -> None:
    end_job(project, None)
    assert not Notification.objects.exists()


def test_a_job_in_parts_tells_once_when_the_last_part_has_ended(
    project: Project, people: Cast
) -> None:
    whole = jobs.start_in_parts(
        name="seeding.run",
        scope=project.scope,
        payload={},
        part_name="seeding.chunk",
        parts=[{}, {}],
        total=2,
        by=people.owner.pk,
    )
    for told, part in enumerate(Job.objects.filter(parent=whole).order_by("pk")):
        assert len(said_to(people.owner)) == 0, told
        Job.objects.filter(pk=part.pk).update(state=Job.State.RUNNING)
        part.refresh_from_db()
        jobs._finish(part, state=Job.State.SUCCEEDED)
    assert said_to(people.owner) == ["Seeding samples is finished."]


def test_leads_are_told_of_a_block_but_for_whoever_did_it(project: Project, people: Cast) -> None:
    projects.change_member(
        membership=membership(project, people.ada), actor=people.lead, role=None, is_blocked=True
    )
    assert said_to(people.owner) == ["Ada was blocked."]
    cast = vars(people).values()
    assert [user.username for user in cast if said_to(user)] == ["olga"]


def test_webhooks_and_notifications_hear_of_the_same_event(project: Project, people: Cast) -> None:
    webhooks.make(project=project, actor=people.owner, url="https://example.org/", events=[])
    projects.change_member(
        membership=membership(project, people.ada), actor=people.lead, role=None, is_blocked=True
    )
    (delivery,) = project.webhooks.get().deliveries.all()
    assert delivery.type == "member.blocked"
    assert "Ada" not in delivery.body
    assert len(said_to(people.owner)) == 1


def test_what_happens_again_while_unread_is_counted_and_not_listed_twice(
    project: Project, people: Cast, time: Clock
) -> None:
    for _ in range(12):
        end_job(project, people.lead, failed=True)
    assert said_to(people.lead) == ["Exporting has failed 12 times."]
    client = client_of(people.lead)
    assert client.get(f"{URL}/unread").json() == {"count": 1}
    client.post(f"{URL}/{list_of(people.lead)[0]['id']}/read")
    time.forward(minutes=1)
    end_job(project, people.lead, failed=True)
    assert said_to(people.lead) == ["Exporting has failed."]
    assert len(list_of(people.lead)) == 2


def test_all_is_read_at_once_and_only_ones_own(project: Project, people: Cast) -> None:
    end_job(project, people.lead)
    end_job(project, people.lead, name="exchange.import")
    end_job(project, people.owner)
    assert client_of(people.lead).post(f"{URL}/read").status_code == 204
    assert (len(said_to(people.lead)), len(said_to(people.owner))) == (0, 1)


@pytest.mark.parametrize("somebody", ["owner", "ada", "stranger", "blocked", "admin"])
def test_nobody_reads_or_marks_what_others_are_told(
    project: Project, people: Cast, somebody: str
) -> None:
    end_job(project, people.lead)
    (row,) = list_of(people.lead)
    client = client_of(getattr(people, somebody))
    assert client.get(URL).json()["results"] == []
    assert client.post(f"{URL}/{row['id']}/read").status_code == 404
    assert len(said_to(people.lead)) == 1


def test_who_is_removed_from_a_project_keeps_nothing_of_it(project: Project, people: Cast) -> None:
    end_job(project, people.lead)
    projects.remove_member(membership=membership(project, people.lead), actor=people.owner)
    assert list_of(people.lead) == []
    assert not Notification.objects.filter(user=people.lead).exists()
    projects.add_member(project=project, actor=None, username="leo", role=Role.LEAD)
    assert list_of(people.lead) == []


def test_who_is_no_lead_any_more_is_not_shown_what_leads_are_told(
    project: Project, people: Cast
) -> None:
    projects.change_member(
        membership=membership(project, people.ada), actor=people.owner, role=None, is_blocked=True
    )
    assert len(said_to(people.lead)) == 1
    projects.change_member(
        membership=membership(project, people.lead),
        actor=people.owner,
        role=Role.REVIEWER,
        is_blocked=None,
    )
    assert said_to(people.lead) == []


def test_who_is_blocked_is_shown_nothing_of_the_project(project: Project, people: Cast) -> None:
    end_job(project, people.lead)
    Membership.objects.filter(project=project, user=people.lead).update(is_blocked=True)
    assert list_of(people.lead) == []
    Membership.objects.filter(project=project, user=people.lead).update(is_blocked=False)
    people.lead.is_blocked = True
    people.lead.save()
    assert list_of(people.lead) == []


def test_an_admin_who_is_no_member_is_told_of_their_own_jobs(
    project: Project, people: Cast
) -> None:
    end_job(project, people.admin)
    assert len(said_to(people.admin)) == 1
    people.admin.is_staff = False
    people.admin.save()
    assert list_of(people.admin) == []


def test_a_stranger_who_once_started_a_job_is_told_nothing(project: Project, people: Cast) -> None:
    end_job(project, people.stranger)
    assert not Notification.objects.exists()


def test_who_wants_a_kind_nowhere_gets_no_row(project: Project, people: Cast) -> None:
    changed = client_of(people.lead).patch(
        f"{URL}/choices/job_done", {"is_shown": False, "mail": "none"}, format="json"
    )
    assert changed.json() == {"kind": "job_done", "is_shown": False, "mail": "none"}
    end_job(project, people.lead)
    end_job(project, people.lead, failed=True)
    assert said_to(people.lead) == ["Exporting has failed."]


def test_choices_are_ones_own_and_the_rest_stays_as_it_was(people: Cast) -> None:
    client = client_of(people.ada)
    client.patch(f"{URL}/choices/mention", {"mail": "daily"}, format="json")
    client.patch(f"{URL}/choices/mention", {"is_shown": False}, format="json")
    chosen = {row["kind"]: row for row in client.get(f"{URL}/choices").json()["choices"]}
    assert chosen["mention"] == {"kind": "mention", "is_shown": False, "mail": "daily"}
    assert chosen["job_failed"]["mail"] == "at_once"
    others = client_of(people.ben).get(f"{URL}/choices").json()["choices"]
    assert {"kind": "mention", "is_shown": True, "mail": "at_once"} in others


@pytest.mark.parametrize("body", [{"mail": "hourly"}, {"mail": None}, {"sound": True}])
def test_a_wrong_choice_is_refused(people: Cast, body: dict[str, object]) -> None:
    url = f"{URL}/choices/mention"
    assert client_of(people.ada).patch(url, body, format="json").status_code == 422


def test_a_kind_that_there_is_not_is_not_found(people: Cast) -> None:
    url = f"{URL}/choices/weather"
    assert client_of(people.ada).patch(url, {"mail": "none"}, format="json").status_code == 404


def test_what_is_old_is_deleted_read_or_not(
    project: Project, people: Cast, time: Clock, settings: Settings
) -> None:
    from annotate.notifications.services import reading

    settings.NOTIFICATIONS_KEEP_DAYS = 30
    end_job(project, people.lead)
    time.forward(days=20)
    end_job(project, people.lead, failed=True)
    assert reading.prune() == 0
    time.forward(days=11)
    assert reading.prune() == 1
    assert said_to(people.lead) == ["Exporting has failed."]


def test_the_list_comes_in_pages_the_latest_first(
    new_project: NewProject, people: Cast, time: Clock
) -> None:
    names = [f"P{number}" for number in range(5)]
    for name in names:
        end_job(new_project(name=name), people.lead)
        time.forward(minutes=1)
    client = client_of(people.lead)
    first = client.get(f"{URL}?page_size=3").json()
    second = client.get(f"{URL}?page_size=3&cursor={first['next']}").json()
    shown = [row["project"]["name"] for row in first["results"] + second["results"]]
    assert shown == names[::-1]
