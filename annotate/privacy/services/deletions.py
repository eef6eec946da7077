"""Delete a person: asked for, ordered by an admin, and done by a job in steps.

The account's row stays, without its name: answers, ratings and payments refer to it, and figures
made of them stand. Its names go first, in one transaction, so that nothing written afterwards can
hold them; then each step finds where they were written before. A step that is in the report is
done: whoever takes the job up after a worker died goes on with the next.
"""

import secrets
from collections.abc import Callable
from typing import Any

from django.core.files.storage import default_storage
from django.db import transaction

from annotate.core import clock, errors, jobs, limits
from annotate.core.jobs import services as job_services
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.services import PAUSE_SECONDS, end_sessions
from annotate.privacy.holdings import GO
from annotate.privacy.models import DataFile, Deletion
from annotate.privacy.naming import Names
from annotate.privacy.selectors import deletions as found
from annotate.privacy.services import scrubbing
from annotate.projects.services import audit
from annotate.workflow.services.release import hand_back

JOB = "privacy.delete_person"
SCOPE = "deletions"
WRONG_PASSWORDS = 8
_AT_ONCE = 200


def ask(*, user: User, password: str) -> Deletion:
    """Ask that everything about oneself be deleted; an admin carries it out.

    Raises:
        Invalid: the password is wrong.
        Throttled: it was wrong too often.
        Conflict: it was asked for before.
    """
    guesses = limits.guess("password", user.pk, limit=WRONG_PASSWORDS, seconds=PAUSE_SECONDS)
    guesses.refuse_further(Message("guessed_password"))
    if not user.check_password(password):
        guesses.was_wrong()
        raise errors.Invalid.field("password", Message("wrong_password"))
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if found.open_deletion(user) is not None:
            raise errors.Conflict(Message("deletion_asked_before"))
        row = Deletion.objects.create(user=user, asked_at=clock.now())
        audit(project=None, actor=user, verb="deletion.asked", target=str(row.pk))
    return row


def take_back(*, user: User) -> None:
    """Want it no more; where nothing was asked for, nothing changes.

    Raises:
        Conflict: it is being done already.
    """
    row = found.open_deletion(user)
    if row is None:
        return
    with transaction.atomic():
        if not Deletion.objects.filter(pk=row.pk, state=Deletion.State.ASKED).delete()[0]:
            raise errors.Conflict(Message("deletion_runs"))
        audit(project=None, actor=user, verb="deletion.taken_back", target=str(row.pk))


def order(*, user: User, actor: User) -> Deletion:
    """Begin to delete a person, who asked for it or not; their names go before this returns.

    Raises:
        Conflict: it runs or was done before, somebody else must lead a project first, or the
            account is the actor's own or the last admin's.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        # Two admins who delete each other do so one after the other.
        list(found.other_admins(user).select_for_update().order_by("pk"))
        _check(user, actor)
        row = found.open_deletion(user) or Deletion(user=user)
        names = _names(user)
        row.state, row.ordered_by, row.ordered_at = Deletion.State.RUNNING, actor, clock.now()
        row.pseudonym, row.names = names.pseudonym, names.to_json()
        row.save()
        row.report = {"counts": {"went": found.what_goes(user), "stayed": found.what_stays(user)}}
        _take_name(user, names, row)
        audit(project=None, actor=actor, verb="person.deleted", target=names.pseudonym)
        row.job = job_services.start(
            name=JOB, scope=SCOPE, payload={"deletion": row.pk}, by=actor.pk
        )
        row.save()
    return row


def _check(user: User, actor: User) -> None:
    under_way = found.open_deletion(user)
    if under_way is not None and under_way.state == Deletion.State.RUNNING:
        raise errors.Conflict(Message("deletion_runs"))
    if Deletion.objects.filter(user=user, state=Deletion.State.DONE).exists():
        raise errors.Conflict(Message("deletion_done"))
    for obstacle in found.obstacles(user, actor):
        raise errors.Conflict(obstacle)


def _names(user: User) -> Names:
    emails = tuple(email for email in (user.email, user.unconfirmed_email) if email)
    return Names(user.username, user.display_name, emails, _pseudonym())


def _pseudonym() -> str:
    """Drawn, not made of anything: nobody can compute whose it was."""
    return f"deleted-{secrets.token_hex(5)}"


def _take_name(user: User, names: Names, row: Deletion) -> None:
    """Close the account and leave nothing of its person in its row.

    What is read in its place says that somebody is gone, in the language of who reads it, and tells
    one from another by a number.
    """
    end_sessions(user=user)
    user.username, user.display_name, user.deleted_number = names.pseudonym, "", row.pk
    user.email = user.unconfirmed_email = ""
    user.locale, user.preferences, user.last_login = "", {}, None
    user.is_active = user.is_staff = user.may_create_projects = False
    user.set_unusable_password()
    user.save()


Step = Callable[[User, Names, jobs.Progress], int]


def _leases(user: User, names: Names, progress: jobs.Progress) -> int:
    """Give back what the person holds, some at a time."""
    released = 0
    while held := list(found.live_of(user).order_by("pk").values_list("pk", flat=True)[:_AT_ONCE]):
        with transaction.atomic():
            released += hand_back(held, reason="released", actor=None)
        progress.renew()
    return released


def _rows(user: User, names: Names, progress: jobs.Progress) -> int:
    """Delete the rows that are about the person alone."""
    for file in DataFile.objects.filter(user=user).exclude(file=""):
        default_storage.delete(file.file)
    gone = 0
    for holding in GO:
        gone += holding.of(user).delete()[0]
        progress.renew()
    return gone


STEPS: dict[str, Step] = {
    "leases": _leases,
    "wishes": lambda user, names, _: scrubbing.wishes(user, names),
    "drafts": lambda user, names, _: scrubbing.drafts(user),
    "rows": _rows,
    "visits": lambda user, names, _: scrubbing.visits(user),
    "reports": lambda user, names, _: scrubbing.reports(user, names),
    "names": lambda user, names, progress: scrubbing.everywhere(names, progress.renew),
}


@jobs.handler(JOB)
def delete_person(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Do what is left of a deletion; safe to run twice, and to be killed."""
    row = Deletion.objects.select_related("user").get(pk=payload["deletion"])
    if row.state == Deletion.State.DONE:
        return {"report": row.report}
    names = Names.from_json(row.names)
    for number, (step, act) in enumerate(STEPS.items()):
        if step not in row.report:
            progress.report(number, len(STEPS), Message(f"deletion_step_{step}"))
            row.report[step] = act(row.user, names, progress)
            Deletion.objects.filter(pk=row.pk).update(report=row.report)
    progress.report(len(STEPS), len(STEPS))
    Deletion.objects.filter(pk=row.pk).update(
        state=Deletion.State.DONE, names={}, finished_at=clock.now()
    )
    return {"report": row.report}
