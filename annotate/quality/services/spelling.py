"""Accept, reject and take back what was suggested, and keep the words of a project (B8)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from annotate.analysis import spelling
from annotate.analysis.text import clean_line
from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality.models import Correction, ProjectWord, Suggestion
from annotate.quality.schemas.spelling import (
    MAX_WORDS,
    AcceptedSpelling,
    SpellingFailure,
    SpellingOutcome,
)
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
            by=actor.pk,
        )


@jobs.handler(RUN)
def run(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Look through a stage; doing it again changes nothing that was decided."""
    project = Project.objects.get(pk=payload["project_id"])
    words = frozenset(selectors.words_of(project))
    total = 2 * _answers(project, payload["stage"]).count()
    done = 0
    # How often an unknown word occurs tells a brand from a slip, so all are counted first.
    counts: Counter[str] = Counter()
    for chunk in _chunks(project, payload["stage"]):
        counts.update(spelling.unknown_words(_texts(chunk), words=words))
        done += len(chunk)
        progress.report(done, total)
    canned = project.recipe.stage(payload["stage"]).settings.get("canned_text")
    added = 0
    for chunk in _chunks(project, payload["stage"]):
        doubts = [
            _Doubt(annotation.pk, path, suggestion)
            for annotation in chunk
            for path, text in selectors.texts_of(annotation).items()
            for suggestion in spelling.suggest(text, words=words, canned_text=canned, seen=counts)
        ]
        added += _keep(project, chunk, doubts)
        done += len(chunk)
        progress.report(done, max(total, done))
    return {"added": added}


class _Doubt(NamedTuple):
    annotation_id: int
    path: str
    suggestion: spelling.Suggestion

    @property
    def key(self) -> tuple[int, str, int, int]:
        return (self.annotation_id, self.path, *self.suggestion.span)


def _answers(project: Project, stage_key: str) -> Any:
    """The answers whose words count: people's and imported work that is not rejected."""
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


def _keep(project: Project, chunk: Sequence[Annotation], doubts: Sequence[_Doubt]) -> int:
    """Write what is new, renew what is open, and drop open ones that are doubted no longer."""
    there = {
        (row.annotation_id, row.path, row.start, row.end): row
        for row in Suggestion.objects.filter(annotation__in=chunk)
    }
    new, changed = [], []
    for doubt in doubts:
        options = [
            {"word": option.word, "confidence": option.confidence}
            for option in doubt.suggestion.options
        ]
        row = there.pop(doubt.key, None)
        if row is None:
            new.append(_row(project, doubt, options))
        elif row.state == Suggestion.State.OPEN and row.options != options:
            row.options, row.confidence = options, doubt.suggestion.options[0].confidence
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


def _row(project: Project, doubt: _Doubt, options: list[dict[str, Any]]) -> Suggestion:
    start, end = doubt.suggestion.span
    return Suggestion(
        project=project,
        annotation_id=doubt.annotation_id,
        path=doubt.path,
        start=start,
        end=end,
        word=doubt.suggestion.word,
        options=options,
        confidence=doubt.suggestion.options[0].confidence,
    )


MAX_LETTERS = 100


Act = Callable[[Suggestion, User, AcceptedSpelling], None]


def accept(*, project: Project, actor: User, items: Sequence[AcceptedSpelling]) -> SpellingOutcome:
    """Correct texts as suggested, each on its own; what could not be done is in `failed`."""
    return _decide_each(project, actor, "spelling.accepted", items, _accept)


def reject(
    *, project: Project, actor: User, ids: Sequence[int], add_to_words: bool = False
) -> SpellingOutcome:
    """Keep words as they were typed; `add_to_words`: they are right everywhere in the project."""
    items = [AcceptedSpelling(id=pk) for pk in ids]
    outcome = _decide_each(project, actor, "spelling.rejected", items, _reject)
    if add_to_words and outcome.done:
        failed = {failure.id for failure in outcome.failed}
        rejected = Suggestion.objects.filter(project=project, pk__in=set(ids) - failed)
        words = set(selectors.words_of(project)) | set(rejected.values_list("word", flat=True))
        set_words(project=project, actor=actor, words=sorted(words))
    return outcome


def undo(*, project: Project, actor: User, ids: Sequence[int]) -> SpellingOutcome:
    """Take decisions back: the words are open again, and corrections no longer hold."""
    return _decide_each(
        project, actor, "spelling.undone", [AcceptedSpelling(id=pk) for pk in ids], _undo
    )


def _decide_each(
    project: Project, actor: User, verb: str, items: Sequence[AcceptedSpelling], act: Act
) -> SpellingOutcome:
    done: list[int] = []
    failed: list[SpellingFailure] = []
    for item in items:
        try:
            with transaction.atomic():
                act(_locked(project, item.id), actor, item)
            done.append(item.id)
        except errors.AppError as refused:
            failed.append(SpellingFailure.of_error(refused, id=item.id, code=refused.error_code))
    if done:
        audit(project=project, actor=actor, verb=verb, number=len(done), ids=done[:100])
    return SpellingOutcome(done=len(done), failed=failed)


def _locked(project: Project, suggestion_id: int) -> Suggestion:
    """A suggestion; all of its answer are locked, because corrections must not overlap."""
    wanted = Suggestion.objects.filter(project=project, pk=suggestion_id).first()
    if wanted is None:
        raise errors.NotFound(Message("no_suggestion"))
    siblings = Suggestion.objects.select_for_update().filter(annotation=wanted.annotation_id)
    rows = {row.pk: row for row in siblings.order_by("pk")}
    if suggestion_id not in rows:
        raise errors.NotFound(Message("no_suggestion"))
    return rows[suggestion_id]


def _accept(suggestion: Suggestion, actor: User, item: AcceptedSpelling) -> None:
    after = _replacement(suggestion, item.replacement)
    _decide(suggestion, actor, Suggestion.State.ACCEPTED)
    holding = selectors.holding(
        Correction.objects.filter(annotation=suggestion.annotation_id, path=suggestion.path)
    )
    if holding.filter(start__lt=suggestion.end, end__gt=suggestion.start).exists():
        raise errors.Conflict(Message("correction_overlaps"), code="overlaps")
    Correction.objects.create(
        project_id=suggestion.project_id,
        annotation_id=suggestion.annotation_id,
        suggestion=suggestion,
        path=suggestion.path,
        start=suggestion.start,
        end=suggestion.end,
        before=suggestion.word,
        after=after,
        made_by=actor,
    )


def _replacement(suggestion: Suggestion, wanted: str | None) -> str:
    if wanted is None:
        return str(suggestion.options[0]["word"])
    after = clean_line(wanted)
    if not after or len(after) > MAX_LETTERS:
        message = Message("replacement_length", limit=MAX_LETTERS)
        raise errors.Invalid.field("replacement", message, code="wrong_length")
    return after


def _reject(suggestion: Suggestion, actor: User, item: AcceptedSpelling) -> None:
    _decide(suggestion, actor, Suggestion.State.REJECTED)


def _decide(suggestion: Suggestion, actor: User, state: Suggestion.State) -> None:
    if suggestion.state != Suggestion.State.OPEN:
        raise errors.Conflict(Message("spelling_decided"), code="not_open")
    _set_state(suggestion, state, actor)


def _set_state(suggestion: Suggestion, state: Suggestion.State, actor: User | None) -> None:
    suggestion.state, suggestion.decided_by = state, actor
    suggestion.decided_at = clock.now() if actor else None
    suggestion.save(update_fields=["state", "decided_by", "decided_at"])


def _undo(suggestion: Suggestion, actor: User, item: AcceptedSpelling) -> None:
    if suggestion.state == Suggestion.State.OPEN:
        raise errors.Conflict(Message("spelling_undecided"), code="is_open")
    for row in selectors.holding(Correction.objects.filter(suggestion=suggestion)):
        Correction.objects.create(
            project_id=row.project_id,
            annotation_id=row.annotation_id,
            suggestion=suggestion,
            undoes=row,
            path=row.path,
            start=row.start,
            end=row.end,
            before=row.after,
            after=row.before,
            made_by=actor,
        )
    _set_state(suggestion, Suggestion.State.OPEN, None)


# --- the words of a project -----------------------------------------------------------------


def set_words(*, project: Project, actor: User, words: Sequence[str]) -> list[str]:
    """Write down which words are right here; open suggestions about them go away.

    Raises:
        Invalid: one is no single word, or there are too many.
    """
    wanted = sorted({_word(index, word) for index, word in enumerate(words)})
    if len(wanted) > MAX_WORDS:
        message = Message("too_many_words", limit=MAX_WORDS)
        raise errors.Invalid.field("words", message, code="too_many")
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        known = set(selectors.words_of(project))
        added, removed = set(wanted) - known, known - set(wanted)
        ProjectWord.objects.filter(project=project, word__in=removed).delete()
        ProjectWord.objects.bulk_create(ProjectWord(project=project, word=word) for word in added)
        _forget(project, added)
        if added or removed:
            audit(
                project=project,
                actor=actor,
                verb="spelling.words",
                added=sorted(added)[:100],
                removed=sorted(removed)[:100],
            )
    return wanted


def _word(index: int, raw: str) -> str:
    word = clean_line(raw).lower().replace("’", "'")
    if not word or " " in word or len(word) > MAX_LETTERS:
        message = Message("no_single_word", word=raw[:40], limit=MAX_LETTERS)
        raise errors.Invalid.field(f"words[{index}]", message, code="no_word")
    return word


def _forget(project: Project, words: set[str]) -> None:
    """Drop open suggestions about words that are right now."""
    if not words:
        return
    open_ = Suggestion.objects.filter(project=project, state=Suggestion.State.OPEN)
    gone = [
        pk for pk, word in open_.values_list("pk", "word") if spelling.is_known(word, words=words)
    ]
    drop(gone)
