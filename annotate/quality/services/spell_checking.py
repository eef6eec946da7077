"""Look through the answers of a stage for doubtful words, in the background."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from annotate.analysis import spelling
from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality.models import Suggestion
from annotate.quality.selectors import spelling as selectors
from annotate.quality.selectors.works import stage_of
from annotate.workflow.models import Annotation, Assignment, Purpose

CHUNK = 500
RUN = "quality.spelling"


def start_run(*, project: Project, actor: User, stage_key: str) -> Job:
    """Look through all answers of a stage in the background.

    Raises:
        Invalid: there is no such stage.
        Conflict: such a run of this project is not finished.
    """
    stage_of(project, stage_key)
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        unfinished = [Job.State.QUEUED, Job.State.RUNNING]
        if Job.objects.filter(scope=project.scope, name=RUN, state__in=unfinished).exists():
            raise errors.Conflict(Message("spelling_under_way"), code="run_under_way")
        audit(project=project, actor=actor, verb="spelling.run", target=stage_key)
        return job_services.start(
            name=RUN,
            scope=project.scope,
            payload={"project_id": project.pk, "stage": stage_key},
        )


@jobs.handler(RUN)
def run(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Look through a stage; doing it again changes nothing that was decided."""
    project = Project.objects.get(pk=payload["project_id"])
    words = frozenset(selectors.words_of(project))
    total = 2 * _answers(project, payload["stage"]).count()
    done = 0
    # How often an unknown word occurs tells a brand from a slip, so all are counted first.
    seen: Counter[str] = Counter()
    for chunk in _chunks(project, payload["stage"]):
        seen.update(spelling.unknown_words(_texts(chunk), words=words))
        done += len(chunk)
        progress.report(done, total)
    canned = project.recipe.stage(payload["stage"]).settings.get("canned_text")
    added = 0
    for chunk in _chunks(project, payload["stage"]):
        found = [
            _Found(annotation.pk, path, suggestion)
            for annotation in chunk
            for path, text in selectors.texts_of(annotation).items()
            for suggestion in spelling.suggest(text, words=words, canned_text=canned, seen=seen)
        ]
        added += _keep(project, chunk, found)
        done += len(chunk)
        progress.report(done, max(total, done))
    return {"added": added}


class _Found(NamedTuple):
    annotation_id: int
    path: str
    suggestion: spelling.Suggestion

    @property
    def key(self) -> tuple[int, str, int, int]:
        return (self.annotation_id, self.path, *self.suggestion.span)


def _answers(project: Project, stage_key: str) -> Any:
    """Return the answers whose words count: people's and imported work that is not rejected."""
    return (
        Annotation.objects.filter(project=project, stage_key=stage_key, purpose=Purpose.WORK)
        .exclude(origin=Annotation.Origin.MODEL)
        .exclude(assignment__verdict=Assignment.Verdict.REJECTED)
        .order_by("id")
    )


def _chunks(project: Project, stage_key: str) -> Iterator[list[Annotation]]:
    after = 0
    while chunk := list(_answers(project, stage_key).filter(id__gt=after)[:CHUNK]):
        after = chunk[-1].pk
        yield chunk


def _texts(chunk: Sequence[Annotation]) -> Iterator[str]:
    for annotation in chunk:
        yield from selectors.texts_of(annotation).values()


def _keep(project: Project, chunk: Sequence[Annotation], found: Sequence[_Found]) -> int:
    """Write what is new, renew what is open, and drop open ones that are doubted no longer."""
    there = {
        (row.annotation_id, row.path, row.start, row.end): row
        for row in Suggestion.objects.filter(annotation__in=chunk)
    }
    new, changed = [], []
    for each in found:
        options = [
            {"word": option.word, "confidence": option.confidence}
            for option in each.suggestion.options
        ]
        row = there.pop(each.key, None)
        if row is None:
            new.append(_row(project, each, options))
        elif row.state == Suggestion.State.OPEN and row.options != options:
            row.options, row.confidence = options, each.suggestion.options[0].confidence
            changed.append(row)
    gone = [row.pk for row in there.values() if row.state == Suggestion.State.OPEN]
    with transaction.atomic():
        drop(gone)
        Suggestion.objects.bulk_update(changed, ["options", "confidence"], batch_size=200)
        # Conflicts: a run that was thought dead and its successor may both be at it.
        Suggestion.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def drop(ids: Sequence[int]) -> None:
    """Let go of open suggestions; those that were once accepted have a history and are kept."""
    for start in range(0, len(ids), CHUNK):
        some = Suggestion.objects.filter(
            pk__in=ids[start : start + CHUNK], state=Suggestion.State.OPEN
        )
        some.filter(corrections=None).delete()
        some.update(state=Suggestion.State.REJECTED, decided_at=clock.now())


def _row(project: Project, found: _Found, options: list[dict[str, Any]]) -> Suggestion:
    start, end = found.suggestion.span
    return Suggestion(
        project=project,
        annotation_id=found.annotation_id,
        path=found.path,
        start=start,
        end=end,
        word=found.suggestion.word,
        options=options,
        confidence=found.suggestion.options[0].confidence,
    )
