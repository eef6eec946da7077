"""What needs somebody who leads or reviews, over all of their projects."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from annotate.core import clock
from annotate.dashboards.schemas import home as schemas
from annotate.messages import Message
from annotate.notifications.selectors import mentions
from annotate.people.models import User
from annotate.projects.models import Project, Role
from annotate.projects.needs import NEEDS, Need, needs
from annotate.projects.selectors import led_by
from annotate.workflow.hooks import unread_feedback
from annotate.workflow.schemas.parts import NamedProject

# More than anybody settles at one time; the rest follows as these go.
MOST = 50
_LAST = datetime.max.replace(tzinfo=UTC)


def home(user: User) -> schemas.Home:
    """What waits for somebody: the most urgent kind first, and of one kind the oldest."""
    led = list(led_by(user).select_related("project"))
    if not led:
        return schemas.Home(leads=False, needs=[], left_off=0)
    projects = {each.project_id: each.project for each in led}
    roles = {each.project_id: Role(each.role) for each in led}
    found = [*_of_projects(projects, roles), *_messages(user)]
    return schemas.Home(leads=True, needs=found[:MOST], left_off=max(0, len(found) - MOST))


def _of_projects(
    projects: Mapping[int, Project], roles: Mapping[int, Role]
) -> Iterator[schemas.HomeNeed]:
    at = clock.now()
    found = (need for find in needs for need in find(projects, at))
    concern = (need for need in found if roles[need.project_id] in NEEDS[need.kind].roles)
    for need in _by_urgency(concern):
        yield _shown(need, projects[need.project_id])


def _by_urgency(found: Iterable[Need]) -> list[Need]:
    place = {kind: at for at, kind in enumerate(NEEDS)}
    return sorted(
        found,
        key=lambda need: (place[need.kind], need.since or _LAST, need.project_id, need.key),
    )


def _shown(need: Need, project: Project) -> schemas.HomeNeed:
    return schemas.HomeNeed.of(
        Message(f"need_{need.kind}", **need.data, count=need.count),
        kind=need.kind,
        project=NamedProject.of(project),
        count=need.count,
        since=need.since,
        path=f"/projects/{project.pk}{NEEDS[need.kind].page}",
    )


def _messages(user: User) -> Iterator[schemas.HomeNeed]:
    """What was said to this person, in whatever project, and is unread."""
    mentioned, since = mentions(user)
    if mentioned:
        yield schemas.HomeNeed.of(
            Message("need_mention", count=mentioned),
            kind="mention",
            project=None,
            count=mentioned,
            since=since,
            path="/notifications",
        )
    unread = sum(count(user) for count in unread_feedback)
    if unread:
        yield schemas.HomeNeed.of(
            Message("need_feedback", count=unread),
            kind="feedback",
            project=None,
            count=unread,
            since=None,
            path="/feedback",
        )
