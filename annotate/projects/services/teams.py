"""Make, change and delete teams, and put people into them and take them out."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from annotate.core import errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Team
from annotate.projects.services.projects import audit

MOST = 50
_KEY_LENGTH = 32


def make_team(*, project: Project, actor: User, name: str, basis: str, language: str = "") -> Team:
    """Add a team without people to a project.

    Raises:
        Invalid: a language without its code, or a code of a skill.
        Conflict: its name is taken, or there are as many teams as there may be.
    """
    _check_language(basis, language)
    with transaction.atomic():
        # One after another, so that no two get one key. NO KEY: claims refer to the project.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        taken = set(project.teams.values_list("key", flat=True))
        if len(taken) >= MOST:
            raise errors.Conflict(Message("too_many_teams", limit=MOST))
        team = Team(
            project=project, key=_key(name, taken), name=name, basis=basis, language=language
        )
        _save(team)
        audit(project=project, actor=actor, verb="team.made", target=name)
    return team


def change_team(*, team: Team, actor: User, changes: Mapping[str, Any]) -> Team:
    """Rename a team, or say anew what it is for; stages and people keep it.

    Raises:
        Invalid: a language without its code, or a code of a skill.
        Conflict: its name is taken.
    """
    with transaction.atomic():
        team = Team.objects.select_for_update().select_related("project").get(pk=team.pk)
        for field, value in changes.items():
            setattr(team, field, value)
        _check_language(team.basis, team.language)
        _save(team)
        audit(project=team.project, actor=actor, verb="team.changed", target=team.name, **changes)
    return team


def delete_team(*, team: Team, actor: User) -> None:
    """Delete a team that no stage asks for; its people stay members.

    Raises:
        Conflict: a stage asks for it.
    """
    with transaction.atomic():
        project = Project.objects.select_for_update(no_key=True).get(pk=team.project_id)
        stages = [stage.title for stage in project.recipe.stages if team.key in stage.teams]
        if stages:
            raise errors.Conflict(Message("team_asked_for", name=team.name, stages=stages))
        _take_out(_locked(project), team.key)
        audit(project=project, actor=actor, verb="team.deleted", target=team.name)
        team.delete()


def change_people(
    *, team: Team, actor: User | None, into: Collection[int] = (), out: Collection[int] = ()
) -> None:
    """Put members into a team and take others out, by the ids of their memberships.

    What somebody holds stays theirs; the next claim knows their teams. Who is in both lists is in.

    Raises:
        Invalid: somebody is no member of the project.
    """
    project = team.project
    with transaction.atomic():
        members = _locked(project, {*into, *out})
        missing = {*into, *out} - {member.pk for member in members}
        if missing:
            message = Message("no_such_members", ids=[str(pk) for pk in sorted(missing)])
            raise errors.Invalid.field("into" if missing & set(into) else "out", message)
        wanted = set(into)
        came = _put_in([one for one in members if one.pk in wanted], team.key)
        left = _take_out([one for one in members if one.pk not in wanted], team.key)
        if came or left:
            audit(
                project=project,
                actor=actor,
                verb="team.people",
                target=team.name,
                into=came,
                out=left,
            )


def _locked(project: Project, ids: Collection[int] | None = None) -> list[Membership]:
    """Memberships as they are now: no claim reads one while its teams change."""
    rows = Membership.objects.select_for_update(no_key=True, of=("self",)).filter(project=project)
    if ids is not None:
        rows = rows.filter(pk__in=ids)
    return list(rows.select_related("user").order_by("pk"))


def _put_in(members: Iterable[Membership], key: str) -> list[str]:
    moved = [member for member in members if key not in member.teams]
    for member in moved:
        member.teams = sorted({*member.teams, key})
    return _stored(moved)


def _take_out(members: Iterable[Membership], key: str) -> list[str]:
    moved = [member for member in members if key in member.teams]
    for member in moved:
        member.teams = [other for other in member.teams if other != key]
    return _stored(moved)


def _stored(moved: list[Membership]) -> list[str]:
    """Write the teams of these members; return their names."""
    Membership.objects.bulk_update(moved, ["teams"])
    return [member.user.username for member in moved]


def _check_language(basis: str, language: str) -> None:
    if (basis == Team.Basis.LANGUAGE) != bool(language):
        code = "no_language_of_skill" if language else "language_needed"
        raise errors.Invalid.field("language", Message(code))


def _save(team: Team) -> None:
    try:
        with transaction.atomic():
            team.save()
    except IntegrityError:
        raise errors.Conflict(Message("team_name_taken", name=team.name)) from None


def _key(name: str, taken: Collection[str]) -> str:
    """A key of its own by the name: letters, digits and hyphens, beginning with a letter."""
    plain = slugify(unicodedata.normalize("NFKD", name))[:_KEY_LENGTH].strip("-_")
    first = plain if plain[:1].isalpha() else f"team-{plain}".rstrip("-")
    tries = (first if number == 1 else f"{first}-{number}" for number in range(1, MOST + 2))
    return next(key for key in tries if key not in taken)
