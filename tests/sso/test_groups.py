"""Groups become roles at each sign-in; what people have given is never taken."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import AuditEvent, Membership, Project, Role, Team
from annotate.projects.services import change_member
from annotate.sso.schemas import Rule
from annotate.sso.services.roles import wanted_by
from tests.conftest import Cast, NewProject
from tests.sso.conftest import NewProvider
from tests.sso.provider import Provider
from tests.sso.visitor import Visitor

pytestmark = pytest.mark.django_db


class Eva:
    """Somebody who signs in again and again, each time in other groups."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    def comes(self, *groups: str, **claims: Any) -> User:
        said = {"preferred_username": "eva", "groups": list(groups), **claims}
        Visitor(self._provider).sign_in("eva-of-groups", **said)
        return User.objects.get(username="eva")

    def role(self, project: Project) -> str | None:
        row = Membership.objects.filter(project=project, user__username="eva").first()
        return row.role if row else None


@pytest.fixture
def eva(provider: Provider) -> Eva:
    return Eva(provider)


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project()


def rules(project: Project, **teams: list[str]) -> list[dict[str, Any]]:
    return [
        {"group": "leads", "project": project.pk, "role": "lead"},
        {"group": "readers", "project": project.pk, "role": "reviewer"},
        {"group": "writers", "project": project.pk, "role": "annotator", **teams},
        {"group": "admins", "admin": True},
    ]


def test_of_several_groups_the_highest_role_counts_and_all_teams() -> None:
    asked = [
        Rule(group="a", project=1, role=Role.ANNOTATOR, teams=["german"]),
        Rule(group="b", project=1, role=Role.LEAD, teams=["art"]),
        Rule(group="c", project=2, role=Role.REVIEWER),
        Rule(group="d", admin=True),
    ]
    wanted = wanted_by(asked, frozenset({"a", "b", "x"}))
    assert (wanted.admin, wanted.roles, wanted.teams) == (
        False,
        {1: "lead"},
        {1: {"art", "german"}},
    )


def test_a_group_makes_somebody_lead_and_its_end_takes_that_back(
    set_up: NewProvider, eva: Eva, project: Project
) -> None:
    set_up(rules=rules(project))
    eva.comes("leads", "something else")
    assert eva.role(project) == Role.LEAD
    eva.comes("writers")
    assert eva.role(project) == Role.ANNOTATOR
    eva.comes()
    assert eva.role(project) is None
    verbs = AuditEvent.objects.filter(verb__startswith="group_role").order_by("pk")
    assert [(row.verb, row.data.get("role")) for row in verbs] == [
        ("group_role.given", "lead"),
        ("group_role.given", "annotator"),
        ("group_role.withdrawn", "annotator"),
    ]
    assert all(row.actor is None and row.data["provider"] == "campus" for row in verbs)


def test_a_role_that_people_gave_is_never_taken(
    set_up: NewProvider, eva: Eva, project: Project
) -> None:
    set_up(rules=rules(project))
    user = eva.comes()
    Membership.objects.create(project=project, user=user, role=Role.REVIEWER)
    eva.comes("writers")
    assert eva.role(project) == Role.REVIEWER
    eva.comes("leads")
    assert eva.role(project) == Role.LEAD
    eva.comes()
    assert eva.role(project) == Role.REVIEWER


def test_a_role_that_somebody_has_changed_since_is_theirs(
    set_up: NewProvider, eva: Eva, project: Project, people: Cast
) -> None:
    set_up(rules=rules(project))
    eva.comes("leads")
    mine = Membership.objects.get(project=project, user__username="eva")
    change_member(membership=mine, actor=people.owner, role=Role.REVIEWER, is_blocked=None)
    eva.comes()
    assert eva.role(project) == Role.REVIEWER


def test_the_last_lead_of_a_project_stays(set_up: NewProvider, eva: Eva, project: Project) -> None:
    set_up(rules=rules(project))
    eva.comes("leads")
    Membership.objects.filter(project=project, role=Role.LEAD).exclude(user__username="eva").update(
        role=Role.ANNOTATOR
    )
    eva.comes()
    assert eva.role(project) == Role.LEAD
    assert AuditEvent.objects.get(verb="group_role.kept").data["why"] == "last_lead"


def test_a_block_is_kept(set_up: NewProvider, eva: Eva, project: Project) -> None:
    set_up(rules=rules(project))
    eva.comes("writers")
    Membership.objects.filter(user__username="eva").update(is_blocked=True)
    eva.comes("leads")
    assert Membership.objects.get(user__username="eva").is_blocked


def test_a_group_makes_admins_and_its_end_takes_that_back(
    set_up: NewProvider, eva: Eva, project: Project
) -> None:
    set_up(rules=rules(project))
    assert eva.comes("admins").is_admin
    assert not eva.comes().is_admin


def test_the_last_admin_stays(set_up: NewProvider, eva: Eva, project: Project) -> None:
    set_up(rules=rules(project))
    eva.comes("admins")
    User.objects.exclude(username="eva").update(is_staff=False)
    assert eva.comes().is_admin
    assert AuditEvent.objects.get(verb="group_role.kept").data["why"] == "last_admin"


def test_an_admin_whom_people_made_stays_one(
    set_up: NewProvider, eva: Eva, project: Project
) -> None:
    set_up(rules=rules(project))
    user = eva.comes()
    user.is_staff = True
    user.save()
    assert eva.comes("admins").is_admin
    assert eva.comes().is_admin


def test_groups_put_people_into_teams_and_out_of_those_alone(
    set_up: NewProvider, eva: Eva, project: Project
) -> None:
    for key in ("german", "art"):
        Team.objects.create(project=project, key=key, name=key)
    set_up(rules=rules(project, teams=["german", "gone"]))
    eva.comes("writers")
    mine = Membership.objects.get(user__username="eva")
    assert mine.teams == ["german"]
    mine.teams = ["art", "german"]
    mine.save()
    eva.comes("readers")
    mine.refresh_from_db()
    assert (mine.role, mine.teams) == (Role.REVIEWER, ["art"])


def test_a_project_that_is_gone_keeps_nobody_out(
    set_up: NewProvider, eva: Eva, project: Project
) -> None:
    set_up(rules=[{"group": "leads", "project": 10**9, "role": "lead"}])
    assert eva.comes("leads").username == "eva"


def test_where_the_provider_has_too_many_groups_to_name_roles_stay(
    set_up: NewProvider, eva: Eva, project: Project
) -> None:
    """As Entra ID does: `_claim_names` says that they are to be had elsewhere."""
    set_up(rules=rules(project))
    eva.comes("leads")
    eva.comes(groups=None, _claim_names={"groups": "src1"})
    assert eva.role(project) == Role.LEAD


def test_a_claim_may_lie_inside_another(set_up: NewProvider, eva: Eva, project: Project) -> None:
    """As Keycloak's roles do."""
    set_up(rules=rules(project), groups_claim="realm_access.roles")
    eva.comes(realm_access={"roles": ["leads"]})
    assert eva.role(project) == Role.LEAD


@pytest.mark.parametrize("odd", ["leads", 7, {"leads": True}, [["leads"]], [None], True])
def test_odd_groups_break_nothing(
    set_up: NewProvider, eva: Eva, project: Project, odd: object
) -> None:
    set_up(rules=rules(project))
    eva.comes(groups=odd)
    assert eva.role(project) == (Role.LEAD if odd == "leads" else None)


def test_without_a_claim_groups_give_nothing(
    set_up: NewProvider, eva: Eva, project: Project
) -> None:
    set_up(rules=rules(project), groups_claim="")
    eva.comes("leads", "admins")
    assert eva.role(project) is None
