"""Who may delete whom, what a deletion does, and that it is done once however often it is begun."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, transaction

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.models import User
from annotate.privacy.models import Deletion
from annotate.privacy.selectors import deletions as found
from annotate.privacy.services import deletions, scrubbing
from annotate.projects.models import AuditEvent, Membership, Role
from annotate.workflow.models import Annotation, Assignment, DailyStats, Task
from tests.conftest import PASSWORD, Cast, client_of
from tests.privacy.conftest import USERNAME, Known, deleted, names_of

pytestmark = pytest.mark.django_db
ME, OWN = "/api/v1/me/data", "/api/v1/me/deletion"


def of(user: User) -> str:
    return f"/api/v1/users/{user.pk}/deletion"


def code_of(answer: Any) -> str:
    return str(answer.json()["error"]["message_code"])


def test_a_person_asks_with_their_password_and_may_take_it_back(known: Known) -> None:
    person = client_of(known.user)
    wrong = person.post(OWN, {"password": "not-it-at-all"}, format="json")
    assert (wrong.status_code, Deletion.objects.count()) == (422, 0)
    asked = person.post(OWN, {"password": PASSWORD}, format="json")
    assert (asked.status_code, asked.json()["state"]) == (201, "asked")
    again = person.post(OWN, {"password": PASSWORD}, format="json")
    assert (again.status_code, code_of(again)) == (409, "deletion_asked_before")
    assert person.get(ME).json()["deletion"]["state"] == "asked"
    assert person.delete(OWN).status_code == 204
    assert person.delete(OWN).status_code == 204
    assert person.get(ME).json()["deletion"] is None


def test_admins_see_who_asked_and_what_would_go_and_stay(known: Known, people: Cast) -> None:
    client_of(known.user).post(OWN, {"password": PASSWORD}, format="json")
    admin = client_of(people.admin)
    [row] = admin.get("/api/v1/admin/deletions?state=asked").json()["results"]
    assert row["person"]["username"] == USERNAME
    preview = admin.get(of(known.user)).json()
    assert preview["is_asked_for"] is True
    assert preview["obstacles"] == []
    goes = {line["what"]: line["count"] for line in preview["goes"]}
    stays = {line["what"]: line["count"] for line in preview["stays"]}
    assert goes["account"] == goes["leases"] == goes["drafts"] == goes["memberships"] == 1
    assert goes["tokens"] == 1
    assert (stays["answers"], stays["comments"]) == (1, 2)
    assert "without a name" in preview["stays"][0]["said"]["message"]
    assert User.objects.get(pk=known.user.pk).username == USERNAME


def test_a_deletion_closes_the_account_and_leaves_answers_and_figures(
    known: Known, people: Cast
) -> None:
    answers = list(Annotation.objects.order_by("pk").values("pk", "value", "author_id"))
    sums = list(DailyStats.objects.order_by("pk").values())
    person = client_of(known.user)
    done = client_of(people.admin).post(of(known.user))
    assert done.status_code == 201
    row = Deletion.objects.get(pk=done.json()["id"])
    assert row.job is not None
    job_services.run(row.job.pk)
    known.user.refresh_from_db()
    assert known.user.username == row.pseudonym
    assert known.user.email == ""
    # The same wherever it is read, and of nobody else: figures by person stay apart.
    assert (known.user.display_name, known.user.deleted_number) == ("", row.pk)
    assert not known.user.is_active
    assert person.get("/api/v1/session").json()["user"] is None
    who = {"username": USERNAME, "password": PASSWORD}
    assert client_of(None).post("/api/v1/session", who, format="json").status_code == 401
    assert list(Annotation.objects.order_by("pk").values("pk", "value", "author_id")) == answers
    assert list(DailyStats.objects.order_by("pk").values()) == sums
    assert not Membership.objects.filter(user=known.user).exists()


def test_who_was_deleted_is_a_number_that_every_language_puts_in_words(
    known: Known, people: Cast
) -> None:
    row = deleted(known, by=people.admin)
    known.user.refresh_from_db()
    called = known.user.called
    assert isinstance(called, Message)
    said = {language: called.said_in(language) for language in ("en", "de")}
    assert said == {"en": f"Deleted person {row.pk}", "de": f"Gelöschte Person {row.pk}"}
    shown = client_of(people.admin).get(f"/api/v1/users/{known.user.pk}").json()
    assert (shown["display_name"], shown["deleted_number"]) == (said["en"], row.pk)


def test_words_that_an_older_version_kept_become_the_number_and_come_back(
    known: Known, people: Cast
) -> None:
    row = deleted(known, by=people.admin)
    migration = import_module("annotate.privacy.migrations.0003_deleted_people_by_number")
    migration.keep_words(apps, None)
    words = f"Deleted person {row.pk}"
    User.objects.filter(pk=known.user.pk).update(deleted_number=None)
    User.objects.filter(pk=people.ada.pk).update(display_name=words)  # she calls herself so
    assert User.objects.get(pk=known.user.pk).display_name == words
    migration.keep_numbers(apps, None)
    known.user.refresh_from_db()
    people.ada.refresh_from_db()
    assert (known.user.display_name, known.user.deleted_number) == ("", row.pk)
    assert (people.ada.display_name, people.ada.deleted_number) == (words, None)


def test_what_the_person_held_goes_back_to_others(known: Known, people: Cast) -> None:
    deleted(known, by=people.admin)
    held = Assignment.objects.select_related("task").get(pk=known.held.pk)
    assert (held.state, held.draft) == (Assignment.State.RELEASED, None)
    assert held.task.state == Task.State.OPEN


def test_the_report_says_what_was_done_and_not_to_whom(known: Known, people: Cast) -> None:
    names = names_of(known.user)
    row = deleted(known, by=people.admin)
    report = client_of(people.admin).get(f"/api/v1/admin/deletions/{row.pk}")
    said = report.json()
    assert said["state"] == "done"
    assert said["ordered_by"]["username"] == "ines"
    assert said["finished_at"]
    assert {line["what"] for line in said["done"]["goes"]} >= {"account", "drafts", "leases"}
    assert said["replaced"] >= 3
    assert not any(name in report.content.decode() for name in names)
    assert row.names == {}


@pytest.mark.parametrize("step", list(deletions.STEPS))
def test_a_deletion_that_was_killed_goes_on(
    known: Known, people: Cast, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Killed in any step, before it is in the report: the next worker ends with the same."""
    names = names_of(known.user)
    row = deletions.order(user=known.user, actor=people.admin)
    assert row.job is not None
    whole = deletions.STEPS[step]

    def dies(*args: Any) -> int:
        whole(*args)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setitem(deletions.STEPS, step, dies)
        with pytest.raises(KeyboardInterrupt):
            job_services.run(row.job.pk)
    Job.objects.filter(pk=row.job.pk).update(state=Job.State.QUEUED, lease_expires_at=None)
    job_services.run(row.job.pk)
    row.refresh_from_db()
    assert row.state == Deletion.State.DONE
    assert set(row.report) == {"counts", *deletions.STEPS}
    texts = AuditEvent.objects.values_list("target", flat=True)
    assert not set(texts) & set(names)


def test_a_deletion_that_is_done_does_nothing_more(known: Known, people: Cast) -> None:
    row = deleted(known, by=people.admin)
    before = Deletion.objects.values().get(pk=row.pk)
    assert row.job is not None
    Job.objects.filter(pk=row.job.pk).update(state=Job.State.QUEUED)
    job_services.run(row.job.pk)
    assert Deletion.objects.values().get(pk=row.pk) == before
    again = client_of(people.admin).post(of(known.user))
    assert (again.status_code, code_of(again)) == (409, "deletion_done")


def test_whoever_alone_leads_a_project_is_replaced_first(known: Known, people: Cast) -> None:
    admin = client_of(people.admin)
    Membership.objects.filter(project=known.project, user=people.lead).delete()
    refused = admin.post(of(people.owner))
    assert (refused.status_code, code_of(refused)) == (409, "deletion_sole_lead")
    assert "Street scenes" in refused.json()["error"]["message"]
    [said] = admin.get(of(people.owner)).json()["obstacles"]
    assert said["message_code"] == "deletion_sole_lead"
    Membership.objects.filter(project=known.project, user=people.ada).update(role=Role.LEAD)
    assert admin.post(of(people.owner)).status_code == 201


def test_no_admin_deletes_themselves_or_the_last_one(known: Known, people: Cast) -> None:
    admin = client_of(people.admin)
    own = admin.post(of(people.admin))
    assert (own.status_code, code_of(own)) == (409, "own_account")
    other = User.objects.create(username="other-admin", is_staff=True)
    assert admin.post(of(other)).status_code == 201
    said = {each.code for each in found.obstacles(people.admin)}
    assert said == {"deletion_last_admin"}


def test_words_that_only_look_like_the_name_stay(known: Known, people: Cast) -> None:
    """Somebody may be called like a stage or a label: only what stands for a person changes."""
    known.user.username = "objects"
    known.user.save()
    event = AuditEvent.objects.create(
        project=known.project, verb="x", target="1", data={"stage": "objects", "into": ["objects"]}
    )
    row = deleted(known, by=people.admin)
    event.refresh_from_db()
    assert event.data == {"stage": "objects", "into": [row.pseudonym]}
    known.project.refresh_from_db()
    assert "objects" in known.project.recipe.stage_keys


def test_the_audit_stays_closed_to_everything_but_names(known: Known) -> None:
    """Within a deletion the time and the verb of an entry are as fixed as ever."""
    event = AuditEvent.objects.order_by("pk").first()
    assert event is not None
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        scrubbing._write(AuditEvent, event.pk, {"target": "fine", "verb": "forged"})
    event.refresh_from_db()
    assert event.verb != "forged"
