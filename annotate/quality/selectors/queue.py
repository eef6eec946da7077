"""What waits for a lead: answers with open flags, each beside the others about its image."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from annotate.core import errors
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.quality import wording
from annotate.quality.models import Flag
from annotate.workflow import answers
from annotate.workflow.models import Assignment, Purpose
from annotate.workflow.selectors.views import image_json

# Read through the sample: it may get into a batch after it was flagged.
BATCH = "assignment__sample__batch_id"
SHOWN = (Flag.State.OPEN, Flag.State.SETTLED)
# Beside an answer; a sample has five or ten, not hundreds.
MAX_OTHERS = 50


def flags(project: Project, filters: Mapping[str, str]) -> QuerySet[Flag]:
    """Return the flags that match the filters: state, code, annotator, stage, batch."""
    found = Flag.objects.filter(project=project)
    state = filters.get("state") or "open"
    match state:
        case "open" | "settled":
            found = found.filter(state=state)
        case "all":
            found = found.filter(state__in=SHOWN)
        case _:
            raise errors.Invalid.field(
                "state", "unknown_state", "The state is one of open, settled and all."
            )
    for name, column in (("code", "code"), ("stage", "stage_key")):
        if filters.get(name):
            found = found.filter(**{column: filters[name]})
    for name, column in (("annotator", "annotator_id"), ("batch", BATCH)):
        if filters.get(name):
            found = found.filter(**{column: number_in(filters, name)})
    return found


def number_in(filters: Mapping[str, str], name: str) -> int:
    """Return the id that a filter names."""
    text = filters[name]
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise errors.Invalid.field(name, "not_an_id", f"{name} is the number of a row.")
    return int(text)


def queue(project: Project, filters: Mapping[str, str]) -> QuerySet[Any]:
    """Return the ids of the answers whose flags match, the newest answer first."""
    found = flags(project, filters).filter(annotation__isnull=False)
    return found.order_by("-assignment_id").values("assignment_id").distinct()


def skips(project: Project, filters: Mapping[str, str]) -> QuerySet[Flag]:
    """Return the flags of skipped tasks that match, newest first."""
    found = flags(project, filters).filter(annotation__isnull=True)
    return found.select_related("assignment__sample__image", "annotator").order_by("-id")


def reviewable(project: Project, annotation_id: int) -> Assignment:
    """Return the submission behind an answer that somebody gave as work, flagged or not."""
    found = _submissions(project).filter(answer=annotation_id, answer__purpose=Purpose.WORK).first()
    if found is None:
        raise errors.NotFound
    return found


def _submissions(project: Project) -> QuerySet[Assignment]:
    return Assignment.objects.filter(
        project=project, state=Assignment.State.SUBMITTED, answer__isnull=False
    ).select_related("answer__about", "sample__image", "annotator", "verdict_by")


def review_json(project: Project, assignment_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return answers with their flags and the other answers about the same; three queries."""
    of_answer = Prefetch(
        "flags", Flag.objects.filter(state__in=SHOWN).order_by("pk"), to_attr="shown_flags"
    )
    rows = _submissions(project).filter(pk__in=assignment_ids).prefetch_related(of_answer)
    by_pk = {row.pk: row for row in rows}
    found = [by_pk[pk] for pk in assignment_ids if pk in by_pk]
    others = _others(project, found)
    return [
        {
            "answer": answer_json(project, row),
            "flags": [flag_json(flag) for flag in row.shown_flags],
            "others": [
                other_json(other, row.arrangement)
                for other in others[_subject(row)]
                if other.pk != row.pk
            ][:MAX_OTHERS],
        }
        for row in found
    ]


def _subject(row: Assignment) -> tuple[int, str, int | None]:
    """Return what answers are put side by side by: sample, stage and the answer judged."""
    answer = row.answer
    assert answer is not None  # noqa: S101 - only submissions with an answer are read here
    return row.sample_id, answer.stage_key, answer.about_id


def _others(
    project: Project, rows: Sequence[Assignment]
) -> dict[tuple[int, str, int | None], list[Assignment]]:
    found: dict[tuple[int, str, int | None], list[Assignment]] = defaultdict(list)
    if rows:
        near = Assignment.objects.filter(
            project=project,
            sample_id__in={row.sample_id for row in rows},
            state=Assignment.State.SUBMITTED,
            answer__purpose=Purpose.WORK,
        )
        for other in near.select_related("answer", "annotator").order_by("pk"):
            found[_subject(other)].append(other)
    return found


def answer_json(project: Project, row: Assignment) -> dict[str, Any]:
    """Return an answer as the queue shows it."""
    answer = row.answer
    assert answer is not None  # noqa: S101 - as above
    kind = answers.kind_named(answer.kind)
    return {
        "annotation": answer.pk,
        "assignment": row.pk,
        "sample": row.sample_id,
        "image": image_json(row.sample.image),
        "stage": stage_json(project, answer.stage_key),
        "annotator": PersonSerializer(row.annotator).data,
        "value": answers.as_given(kind, answer.value, row.arrangement),
        "about": answers.arranged(kind, answer.about, row.arrangement),
        "active_seconds": row.active_seconds,
        "submitted_at": row.ended_at,
        "verdict": row.verdict,
        "verdict_reason": row.verdict_reason,
        "verdict_by": PersonSerializer(row.verdict_by).data if row.verdict_by else None,
        "batch": row.sample.batch_id,
    }


def stage_json(project: Project, key: str) -> dict[str, str]:
    """Return a stage by name; one that the recipe no longer has keeps its key."""
    recipe = project.recipe
    if key not in recipe.stage_keys:
        return {"key": key, "title": key, "kind": ""}
    stage = recipe.stage(key)
    return {"key": stage.key, "title": stage.title, "kind": stage.kind}


def other_json(row: Assignment, order: Sequence[int] | None) -> dict[str, Any]:
    """Return another answer about the same image or answer, as if it were about this order."""
    answer = row.answer
    kind = answers.kind_named(answer.kind) if answer else None
    return {
        "annotator": PersonSerializer(row.annotator).data,
        "value": answers.as_given(kind, answer.value, order) if kind and answer else {},
        "active_seconds": row.active_seconds,
        "verdict": row.verdict,
    }


def flag_json(flag: Flag) -> dict[str, Any]:
    """Return a flag with its numbers, and with a sentence that says them."""
    return {
        "id": flag.pk,
        "code": flag.code,
        "title": wording.about(flag.code).title,
        "explanation": wording.explain(flag.code, flag.numbers),
        "numbers": flag.numbers,
        "related": flag.related,
        "state": flag.state,
        "created_at": flag.created_at,
    }


def skip_json(project: Project, flag: Flag) -> dict[str, Any]:
    """Return a skipped task as the queue shows it."""
    assignment = flag.assignment
    return {
        "flag": flag_json(flag),
        "assignment": assignment.pk,
        "sample": assignment.sample_id,
        "sample_state": assignment.sample.state,
        "image": image_json(assignment.sample.image),
        "stage": stage_json(project, flag.stage_key),
        "annotator": PersonSerializer(flag.annotator).data,
        "reason": assignment.skip_reason,
        "comment": assignment.comment,
        "skipped_at": assignment.ended_at,
    }


def open_by_code(project: Project) -> dict[str, int]:
    """Return how many open flags there are of each code."""
    rows = Flag.objects.filter(project=project, state=Flag.State.OPEN).order_by()
    return dict(rows.values_list("code").annotate(number=Count("id")).order_by("code"))


def waiting(project: Project) -> dict[str, int]:
    """Return how many answers and how many skipped tasks have open flags."""
    rows = Flag.objects.filter(project=project, state=Flag.State.OPEN)
    skipped = Q(annotation__isnull=True)
    counted = rows.aggregate(
        answers=Count("assignment", distinct=True, filter=~skipped),
        skips=Count("assignment", distinct=True, filter=skipped),
    )
    return {"answers_waiting": counted["answers"], "skips_waiting": counted["skips"]}


def codes_json(present: Iterable[str]) -> list[dict[str, str]]:
    """Return every code that a flag can have, with those of text rules that there are."""
    known = wording.all_codes()
    rules = sorted(code for code in present if code not in known)
    return [
        {"code": code, "title": about.title, "description": about.description}
        for code, about in (*known.items(), *((code, wording.about(code)) for code in rules))
    ]
