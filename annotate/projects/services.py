"""Make projects and change them, their people and their guidelines; every act is audited."""

import secrets
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Max

from annotate import kinds
from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.tokens import new_secret
from annotate.projects import recipes, selectors
from annotate.projects.models import AuditEvent, Guideline, Invitation, Membership, Project, Role

_GUIDELINES = Path(__file__).parent / "default_guidelines"


def default_guidelines(recipe_name: str) -> str:
    """The Markdown that a new project of this recipe starts with; empty if none ships."""
    for design in kinds.designs().values():
        if design.recipe == recipe_name:
            return design.guidelines()
    path = _GUIDELINES / f"{recipe_name}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def audit(
    *, project: Project, actor: User | None, verb: str, target: str = "", **data: Any
) -> None:
    """Write down who did what; call it inside the transaction that does it."""
    AuditEvent.objects.create(project=project, actor=actor, verb=verb, target=target, data=data)


def create_project(
    *,
    name: str,
    description: str,
    recipe_name: str,
    changes: Mapping[str, Any],
    creator: User,
    seed: int | None = None,
) -> Project:
    """Make a project from a recipe; its creator becomes a lead.

    Raises:
        Invalid: the recipe is unknown or the changes to it break its rules.
    """
    try:
        recipe = recipes.get(recipe_name)
    except recipes.UnknownRecipeError as unknown:
        raise errors.Invalid.field("recipe", unknown.args[0]) from None
    recipe = customised(recipe, changes)
    with transaction.atomic():
        project = Project.objects.create(
            name=name,
            description=description,
            recipe_data=recipe.dump(),
            seed=secrets.randbits(62) if seed is None else seed,
            created_by=creator,
        )
        Membership.objects.create(project=project, user=creator, role=Role.LEAD)
        text = default_guidelines(recipe_name)
        if text:
            Guideline.objects.create(project=project, version=1, body=text, author=creator)
        audit(project=project, actor=creator, verb="project.created", target=name)
    return project


def customised(recipe: recipes.Recipe, changes: Mapping[str, Any]) -> recipes.Recipe:
    """The recipe with a lead's changes; Invalid names which change breaks which rule."""
    try:
        return recipe.customise(**changes)
    except recipes.InvalidRecipeError as wrong:
        fields = [
            errors.FieldError.of(problem, f"settings.{problem.path}") for problem in wrong.problems
        ]
        raise errors.Invalid(Message("settings_do_not_work"), fields=fields) from None


def update_project(*, project: Project, actor: User, changes: Mapping[str, Any]) -> Project:
    """Change name, description, state or recipe settings.

    Settings hold for what opens from now on; rounds already open stay open.
    """
    values = {name: changes[name] for name in ("name", "description", "state") if name in changes}
    with transaction.atomic():
        project = Project.objects.select_for_update().get(pk=project.pk)
        if changes.get("settings"):
            values["recipe_data"] = _changed_recipe(project, changes["settings"]).dump()
        for field, value in values.items():
            setattr(project, field, value)
        project.__dict__.pop("recipe", None)
        project.save(update_fields=list(values))
        audit(
            project=project,
            actor=actor,
            verb="project.changed",
            **{key: value for key, value in changes.items() if key != "description"},
        )
    return project


def _changed_recipe(project: Project, changes: Mapping[str, Any]) -> recipes.Recipe:
    recipe = customised(project.recipe, changes)
    if recipe.stage_keys != project.recipe.stage_keys:
        raise errors.Invalid.field("settings.stages", Message("stages_fixed"))
    return recipe


def add_member(*, project: Project, actor: User, username: str, role: str) -> Membership:
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        message = Message("unknown_username", name=username)
        raise errors.Invalid.field("username", message, code="unknown_user")
    try:
        with transaction.atomic():
            membership = Membership.objects.create(project=project, user=user, role=role)
            name = user.username
            audit(project=project, actor=actor, verb="member.added", target=name, role=role)
    except IntegrityError:
        raise errors.Conflict(Message("already_member", name=user.shown_name)) from None
    return membership


def change_member(
    *, membership: Membership, actor: User, role: str | None, is_blocked: bool | None
) -> Membership:
    wanted = {"role": role, "is_blocked": is_blocked}
    changes = {name: value for name, value in wanted.items() if value is not None}
    with transaction.atomic():
        _keep_a_lead(membership, leaves=role not in (None, Role.LEAD) or bool(is_blocked))
        for name, value in changes.items():
            setattr(membership, name, value)
        membership.save(update_fields=list(changes))
        audit(
            project=membership.project,
            actor=actor,
            verb="member.changed",
            target=membership.user.username,
            **changes,
        )
    return membership


def remove_member(*, membership: Membership, actor: User) -> None:
    """Take somebody out of a project; what they wrote stays."""
    with transaction.atomic():
        _keep_a_lead(membership, leaves=True)
        name = membership.user.username
        audit(project=membership.project, actor=actor, verb="member.removed", target=name)
        membership.delete()


def _keep_a_lead(membership: Membership, *, leaves: bool) -> None:
    # The project's row is locked, so that two leads cannot remove each other at once. NO KEY: a
    # claim holds its membership and refers to the project; neither may wait for the other.
    Project.objects.select_for_update(no_key=True).get(pk=membership.project_id)
    others = Membership.objects.filter(
        project=membership.project_id, role=Role.LEAD, is_blocked=False
    ).exclude(pk=membership.pk)
    if leaves and membership.role == Role.LEAD and not others.exists():
        raise errors.Conflict(Message("last_lead"))


def invite(
    *, project: Project, actor: User, role: str, expires_in_days: int, uses: int
) -> tuple[Invitation, str]:
    """Make an invitation; the secret of its link is returned here and nowhere again."""
    secret = new_secret()
    now = clock.now()
    with transaction.atomic():
        invitation = Invitation.objects.create(
            project=project,
            role=role,
            digest=secret.digest,
            uses_left=uses,
            created_by=actor,
            created_at=now,
            expires_at=now + timedelta(days=expires_in_days),
        )
        audit(project=project, actor=actor, verb="invitation.made", role=role, uses=uses)
    return invitation, secret.text


def withdraw_invitation(*, project: Project, actor: User, invitation_id: int) -> None:
    """End an invitation at once."""
    with transaction.atomic():
        deleted, _ = Invitation.objects.filter(project=project, pk=invitation_id).delete()
        if not deleted:
            raise errors.NotFound
        audit(project=project, actor=actor, verb="invitation.withdrawn", target=str(invitation_id))


def accept_invitation(*, secret: str, user: User) -> Membership:
    """Join by a link; who is already a member stays as they are and uses nothing up.

    Raises:
        NotFound: the link is unknown, has expired or has been used up.
    """
    with transaction.atomic():
        invitation = selectors.invitation(secret)
        membership, joined = Membership.objects.get_or_create(
            project=invitation.project, user=user, defaults={"role": invitation.role}
        )
        if joined:
            unused = Invitation.objects.filter(pk=invitation.pk, uses_left__gt=0)
            if not unused.update(uses_left=F("uses_left") - 1):
                raise errors.NotFound(Message("invitation_used_up"))
            role = membership.role
            audit(project=invitation.project, actor=user, verb="member.joined", role=role)
    return membership


def add_guideline(*, project: Project, actor: User, body: str) -> Guideline:
    """Write the next version of the guidelines; earlier ones stay readable."""
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        newest = project.guidelines.aggregate(newest=Max("version"))["newest"] or 0
        version = newest + 1
        guideline = Guideline.objects.create(
            project=project, version=version, body=body, author=actor
        )
        audit(project=project, actor=actor, verb="guidelines.changed", target=str(version))
    return guideline


def read_guidelines(*, membership: Membership, version: int) -> None:
    """Note that a member has seen a version of the guidelines."""
    Membership.objects.filter(pk=membership.pk, guidelines_read__lt=version).update(
        guidelines_read=version
    )
