"""Make projects and change them and their guidelines; every act is audited."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotate import kinds
from annotate.core import errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import recipes
from annotate.projects.models import AuditEvent, Guideline, Membership, Project, Role
from annotate.projects.services.asked_teams import check_asked, make_missing

_GUIDELINES = Path(__file__).parents[1] / "default_guidelines"
# What changes without the recipe.
_PLAIN = (
    "name",
    "description",
    "state",
    "guidelines_required",
    "annotators_comment",
    "category_field",
)


def default_guidelines(recipe_name: str) -> str:
    """The Markdown that a new project of this recipe starts with; empty if none ships."""
    for design in kinds.designs().values():
        if design.recipe == recipe_name:
            return design.guidelines()
    path = _GUIDELINES / f"{recipe_name}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def audit(
    *, project: Project | None, actor: User | None, verb: str, target: str = "", **data: Any
) -> None:
    """Write down who did what; call it inside the transaction that does it.

    Without a project it was done to the installation.
    """
    AuditEvent.objects.create(project=project, actor=actor, verb=verb, target=target, data=data)


def note_account(actor: User | None, verb: str, user: User, data: Mapping[str, Any]) -> None:
    """Answer `people.acted`: write down what an admin did to an account."""
    audit(project=None, actor=actor, verb=verb, target=user.username, **data)


def create_project(
    *,
    name: str,
    description: str,
    recipe_name: str,
    changes: Mapping[str, Any],
    creator: User,
    seed: int | None = None,
    guidelines_required: bool = True,
) -> Project:
    """Make a project from a recipe; its creator becomes a lead.

    Args:
        guidelines_required: whether annotators must read the guidelines before their first task.

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
            guidelines_required=guidelines_required,
        )
        make_missing(project, recipe)
        Membership.objects.create(project=project, user=creator, role=Role.LEAD)
        text = default_guidelines(recipe_name)
        if text:
            _publish(project, creator, text)
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
    """Change name, description, state, whether guidelines must be read, or recipe settings.

    Settings hold for what opens from now on; rounds already open stay open.
    """
    values = {name: changes[name] for name in _PLAIN if name in changes}
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
    check_asked(project, recipe)
    return recipe


def add_guideline(*, project: Project, actor: User, body: str) -> Guideline:
    """Write the next version of the guidelines; earlier ones stay readable.

    Whoever annotates is asked to read it before their next task; what they hold stays theirs.
    """
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        guideline = _publish(project, actor, body)
        target = str(guideline.version)
        audit(project=project, actor=actor, verb="guidelines.changed", target=target)
    return guideline


def _publish(project: Project, actor: User, body: str) -> Guideline:
    newest = project.guidelines.aggregate(newest=Max("version"))["newest"] or 0
    version = newest + 1
    guideline = Guideline.objects.create(project=project, version=version, body=body, author=actor)
    Project.objects.filter(pk=project.pk).update(guidelines_version=version)
    project.guidelines_version = version
    # Who wrote it has read it.
    Membership.objects.filter(project=project, user=actor).update(guidelines_read=version)
    return guideline


def read_guidelines(*, membership: Membership, version: int) -> None:
    """Note that a member has seen a version of the guidelines."""
    Membership.objects.filter(pk=membership.pk, guidelines_read__lt=version).update(
        guidelines_read=version
    )
