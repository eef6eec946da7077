"""Opt into asking of groups, and out of it again with everything that was said."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from annotate.analysis.harms.context_words import MEANINGS
from annotate.analysis.text import clean_block, clean_line, is_blank
from annotate.core import errors
from annotate.evaluation.group_models import GroupScheme
from annotate.evaluation.selectors.group_questions import State
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow.models import Sample

# What every scheme has beside its own values, in the words in which people might type it.
RESERVED = frozenset(["cannot tell", "can't tell", "unsure", "weiß nicht", "nicht erkennbar"])


def put_scheme(
    *,
    project: Project,
    actor: User,
    name: str,
    values: Sequence[str],
    guideline: str,
    per_image: int,
    is_enabled: bool,
    means: Mapping[str, Sequence[str]] | None = None,
) -> GroupScheme:
    """Say what is asked of the largest person in an image, and whether anybody is asked.

    What values mean may change at any time: it says how answers are read, not what was asked.

    Args:
        means: by value what it says of the person, of ``MEANINGS``; values may be left out.

    Raises:
        Invalid: two values are the same, one is the "cannot tell" that is always there, or a
            meaning is of no value.
        Conflict: the name or the values would change under answers that were given.
    """
    named, choices, text = clean_line(name), _checked(values), clean_block(guideline)
    meanings = _meanings(means or {}, choices)
    for field, value in (("name", named), ("guideline", text)):
        if is_blank(value):
            raise errors.Invalid.field(field, Message("empty_text"), code="required")
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        scheme = GroupScheme.objects.filter(project=project).first() or GroupScheme(
            project=project, created_by=actor, guideline_version=0
        )
        if (scheme.name, scheme.values) != (named, choices) and not scheme._state.adding:
            if scheme.answers.filter(state=State.ANSWERED).exists():
                raise errors.Conflict(Message("groups_have_answers"))
            scheme.answers.all().delete()  # who is being asked was shown other values
        if scheme.guideline != text:
            scheme.guideline, scheme.guideline_version = text, scheme.guideline_version + 1
        scheme.name, scheme.values, scheme.means = named, choices, meanings
        scheme.per_image, scheme.is_enabled = per_image, is_enabled
        scheme.save()
        verb = "groups.asked" if is_enabled else "groups.not_asked"
        audit(project=project, actor=actor, verb=verb, target=named)
    return scheme


def _checked(values: Sequence[str]) -> list[str]:
    cleaned = [clean_line(value) for value in values]
    seen: set[str] = set()
    for place, value in enumerate(cleaned):
        key = value.casefold()
        if is_blank(value) or key in RESERVED:
            raise errors.Invalid.field(f"values[{place}]", Message("groups_value_reserved"))
        if key in seen:
            raise errors.Invalid.field(f"values[{place}]", Message("groups_value_twice"))
        seen.add(key)
    return cleaned


def _meanings(means: Mapping[str, Sequence[str]], values: Sequence[str]) -> dict[str, list[str]]:
    """By value its meanings in their usual order; values that mean nothing are left out."""
    found: dict[str, list[str]] = {}
    for name, said in means.items():
        value = clean_line(name)
        if value not in values:
            raise errors.Invalid.field(f"means.{name}", Message("groups_means_of_no_value"))
        if {"man", "woman"} <= set(said):
            raise errors.Invalid.field(f"means.{name}", Message("groups_means_man_and_woman"))
        if said:
            found[value] = [meaning for meaning in MEANINGS if meaning in said]
    return found


def delete_all(*, project: Project, actor: User | None) -> int:
    """Delete every answer of a project at once, and ask nobody any more.

    What was asked stays, so that it can be seen and asked again; what was said is gone. Returns how
    many answers there were.
    """
    with transaction.atomic():
        scheme = GroupScheme.objects.select_for_update().filter(project=project).first()
        if scheme is None:
            return 0
        number = scheme.answers.filter(state=State.ANSWERED).count()
        scheme.answers.all().delete()
        scheme.readings.all().delete()
        GroupScheme.objects.filter(pk=scheme.pk).update(is_enabled=False)
        audit(project=project, actor=actor, verb="groups.deleted", target=scheme.name)
    return number


def delete_of(*, sample: Sample, actor: User) -> None:
    """Delete at once what was said of one image, and take back the questions about it."""
    with transaction.atomic():
        scheme = GroupScheme.objects.select_for_update().filter(project=sample.project_id).first()
        if scheme is None:
            return
        scheme.answers.filter(sample=sample).delete()
        name = sample.image.name
        audit(project=sample.project, actor=actor, verb="groups.image_deleted", target=name[:200])
