"""Groups become roles: given at each sign-in, and what was given so is taken back so.

What people have given is never taken: of a membership that was there before the role it had is
kept beside the one that the group gives, and comes back with the group's end. A role that somebody
has changed since counts as given by people.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role, Team
from annotate.projects.services import (
    add_member,
    audit,
    change_member,
    change_people,
    remove_member,
)
from annotate.sso.models import GivenRole
from annotate.sso.schemas import Rule
from annotate.sso.selectors import Known

_RANK = {"": 0, Role.ANNOTATOR.value: 1, Role.REVIEWER.value: 2, Role.LEAD.value: 3}


@dataclass
class Wanted:
    """What groups give somebody: the highest role of each project, and all teams."""

    admin: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    teams: dict[int, set[str]] = field(default_factory=dict)


def wanted_by(rules: Sequence[Rule], groups: frozenset[str]) -> Wanted:
    """What the rules give whoever is in these groups."""
    wanted = Wanted()
    for rule in rules:
        if rule.group not in groups:
            continue
        wanted.admin = wanted.admin or rule.admin
        if rule.project is not None and rule.role is not None:
            before = wanted.roles.get(rule.project, "")
            wanted.roles[rule.project] = max(before, rule.role.value, key=_RANK.__getitem__)
            wanted.teams.setdefault(rule.project, set()).update(rule.teams)
    return wanted


def follow_groups(provider: Known, user: User, groups: frozenset[str] | None) -> None:
    """Give what the groups of this sign-in give, and take back what earlier ones gave.

    Where the provider does not say which groups they are, everything stays as it is.
    """
    if groups is None:
        return
    wanted = wanted_by(provider.rules, groups)
    with transaction.atomic():
        # One sign-in of a person after another.
        user = User.objects.select_for_update().get(pk=user.pk)
        given = {row.project_id: row for row in _given(user, provider)}
        _follow_admin(provider, user, wanted.admin, given.get(None))
        touched = {*wanted.roles, *(pk for pk in given if pk is not None)}
        for project_id in sorted(touched):
            project = Project.objects.filter(pk=project_id).first()
            if project is not None:
                _Follower(provider, user, project).follow(wanted, given.get(project_id))


def _given(user: User, provider: Known) -> Sequence[GivenRole]:
    return list(GivenRole.objects.filter(user=user, provider=provider.key))


def _follow_admin(provider: Known, user: User, is_wanted: bool, given: GivenRole | None) -> None:
    if is_wanted and not user.is_staff:
        GivenRole.objects.get_or_create(
            user=user, project=None, defaults={"provider": provider.key}
        )
        _set_admin(provider, user, True)
    elif given is not None and not is_wanted:
        # Locked, so that of the last two neither goes because of the other.
        admins = User.objects.select_for_update().filter(is_staff=True, is_active=True)
        if user.is_staff and set(admins.values_list("pk", flat=True)) <= {user.pk}:
            _note("kept", provider, user, why="last_admin")
            return
        given.delete()
        if user.is_staff:
            _set_admin(provider, user, False)


def _set_admin(provider: Known, user: User, is_admin: bool) -> None:
    user.is_staff = is_admin
    user.save(update_fields=["is_staff"])
    _note("given" if is_admin else "withdrawn", provider, user, admin=True)


@dataclass(frozen=True)
class _Follower:
    """Brings one membership in line with the groups of its person."""

    provider: Known
    user: User
    project: Project

    def follow(self, wanted: Wanted, given: GivenRole | None) -> None:
        role = wanted.roles.get(self.project.pk, "")
        mine = Membership.objects.filter(project=self.project, user=self.user).first()
        if given is not None and (mine is None or mine.role != given.role):
            # People have changed it or taken it away since.
            given.delete()
            given = None
            if mine is not None:
                return
        try:
            with transaction.atomic():
                given = self._follow_role(mine, role, given)
        except errors.Conflict:
            self._note("kept", why="last_lead")
            return
        if given is not None:
            self._follow_teams(given, wanted.teams.get(self.project.pk, set()))

    def _follow_role(
        self, mine: Membership | None, role: str, given: GivenRole | None
    ) -> GivenRole | None:
        """Bring the role in line; what is given from now on, if anything is."""
        if given is None:
            return self._give(mine, role)
        assert mine is not None  # noqa: S101 - or `given` would be gone
        target = max(role, given.before, key=_RANK.__getitem__)
        if not role:
            self._follow_teams(given, set())
            self._take_back(mine, given)
            return None
        if target != mine.role:
            change_member(membership=mine, actor=None, role=target, is_blocked=None)
            self._note("given", role=target)
        GivenRole.objects.filter(pk=given.pk).update(role=target)
        given.role = target
        return given

    def _give(self, mine: Membership | None, role: str) -> GivenRole | None:
        before = mine.role if mine else ""
        if _RANK[role] <= _RANK[before]:
            return None
        if mine is None:
            add_member(project=self.project, actor=None, username=self.user.username, role=role)
        else:
            change_member(membership=mine, actor=None, role=role, is_blocked=None)
        self._note("given", role=role)
        return GivenRole.objects.create(
            user=self.user,
            provider=self.provider.key,
            project=self.project,
            role=role,
            before=before,
        )

    def _take_back(self, mine: Membership, given: GivenRole) -> None:
        if given.before:
            change_member(membership=mine, actor=None, role=given.before, is_blocked=None)
        else:
            remove_member(membership=mine, actor=None)
        self._note("withdrawn", role=given.role)
        given.delete()

    def _follow_teams(self, given: GivenRole, wanted: set[str]) -> None:
        """Put the person into the teams of their groups, and out of those that groups gave."""
        mine = Membership.objects.get(project=self.project, user=self.user)
        teams = {team.key: team for team in Team.objects.filter(project=self.project)}
        into = {key for key in wanted if key in teams and key not in mine.teams}
        out = {key for key in given.teams if key in teams and key not in wanted}
        for key in sorted(into):
            change_people(team=teams[key], actor=None, into=[mine.pk])
        for key in sorted(out):
            change_people(team=teams[key], actor=None, out=[mine.pk])
        kept = sorted({*given.teams, *into} - out)
        GivenRole.objects.filter(pk=given.pk).update(teams=kept)

    def _note(self, act: str, **data: str) -> None:
        _note(act, self.provider, self.user, project=self.project, **data)


def _note(
    act: str,
    provider: Known,
    user: User,
    *,
    project: Project | None = None,
    **data: str | bool,
) -> None:
    audit(
        project=project,
        actor=None,
        verb=f"group_role.{act}",
        target=user.username,
        provider=provider.key,
        **data,
    )
