"""Look for texts that copy others: all with all when a lead asks, or new ones with those before."""

from collections import deque
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Any

import numpy as np

from annotate.analysis.pasted import PASSAGE_WORDS
from annotate.analysis.prints import (
    Prints,
    any_alike,
    any_made_of,
    pasted_passages,
    to_compare,
)
from annotate.analysis.quality.model import FlagFound
from annotate.analysis.quality.texts import text_flags_of
from annotate.analysis.tokens import words
from annotate.core.prepared import Parameter, PreparedRows
from annotate.projects.models import Guideline
from annotate.quality.models import TextPrint
from annotate.quality.selectors import works
from annotate.quality.selectors.works import Row, Scope
from annotate.quality.services.checking import Asked, record_in_pieces, record_new
from annotate.quality.services.recording import Recorded

OF_TEXTS = frozenset({"near_duplicate", "pasted_instruction"})
# Of one person, when they submit: copies are of what somebody wrote lately.
LATEST_TEXTS = 300
# Who has written one text a hundred times is flagged all the same.
MOST_ALIKE = 50


def check_texts(asked: Asked, scope: Scope) -> Recorded:
    """Look for copies among all texts of a stage or batch."""
    rows = list(works.rows_of(asked.project, asked.stage, scope))
    flags = _copies(asked, rows, _instructions(asked)) if _wants_copies(asked) else []
    if scope != Scope():  # the copied answer may lie outside, so what is not found says nothing
        return record_new(asked, rows, flags)
    return record_in_pieces(asked, rows, flags, asked.wants(OF_TEXTS))


def check_new_texts(asked: Asked, new: Sequence[Row]) -> Recorded:
    """Compare what people have just written with what each of them wrote lately.

    What is read grows neither with the length of their texts nor, beyond the latest of them, with
    their number: a print of each says which have to be looked at again.
    """
    if not _wants_copies(asked):
        return Recorded()
    # Shorter texts are neither near-duplicates nor pasted: a label is often the same.
    fewest = min(asked.settings.duplicate_min_words, PASSAGE_WORDS)
    written: dict[int, list[Row]] = {}
    for row in new:
        if row.texts and len(words(row.work.text)) >= fewest:
            written.setdefault(row.annotator, []).append(row)
    if not written:
        return Recorded()
    instructions = _instructions(asked)
    earlier, ruled_out = _earlier(asked, written, Prints.of(instructions))
    compared: list[Row] = []
    flags: list[FlagFound] = []
    for annotator, own in written.items():
        if ruled_out[annotator] < OF_TEXTS:
            rows = [*earlier.get(annotator, ()), *own]
            flags += _copies(asked, rows, instructions, off=ruled_out[annotator])
            compared += rows
    return record_new(asked, compared, flags)


def _wants_copies(asked: Asked) -> bool:
    return not asked.settings.off >= OF_TEXTS and bool(asked.wants(OF_TEXTS))


def _instructions(asked: Asked) -> Sequence[str]:
    """What those who write have read."""
    newest = Guideline.objects.filter(project=asked.project).order_by("-version").first()
    return [newest.body] if newest else []


def _copies(
    asked: Asked,
    rows: Sequence[Row],
    instructions: Sequence[str],
    *,
    off: frozenset[str] = frozenset(),
) -> list[FlagFound]:
    rows = [row for row in rows if row.texts]
    settings = asked.settings
    if off:
        settings = settings.model_copy(update={"off": settings.off | off})
    if asked.stage.mode == "sequential":
        # Each round builds on the text before it: only the last one of a sample is its own.
        rows = list({row.sample: row for row in rows}.values())
    texts = [row.work for row in rows]
    return text_flags_of(texts, settings, instructions=instructions)


def _earlier(
    asked: Asked, written: Mapping[int, Sequence[Row]], instructions: Prints
) -> tuple[dict[int, list[Row]], dict[int, frozenset[str]]]:
    """By person the earlier answers that their new ones have to be compared with, oldest first.

    And for each of them the flags that their prints rule out.
    """
    made: list[TextPrint] = []
    places: list[int] = []
    ruled_out: dict[int, frozenset[str]] = {}
    stored = {annotator: _stored(asked, annotator) for annotator in sorted(written)}
    without = [annotator for annotator, known in stored.items() if not known.annotations]
    before = _before_prints(asked, without)
    for annotator, known in stored.items():
        own = written[annotator]
        fresh = _Texts.of([*before.get(annotator, ()), *own], besides=set(known.annotations))
        made += fresh.as_rows(asked, annotator)
        if len(known.annotations) >= LATEST_TEXTS:
            _forget(asked, annotator, before=min(known.annotations))
        found, ruled_out[annotator] = _to_compare(asked, known.with_(fresh), own, instructions)
        places += found
    # Another check of the same person may be making the same ones.
    TextPrint.objects.bulk_create(made, ignore_conflicts=True)
    rows: dict[int, list[Row]] = {}
    scope = Scope(assignments=frozenset(places))
    for row in works.rows_of(asked.project, asked.stage, scope) if places else ():
        rows.setdefault(row.annotator, []).append(row)
    return rows, ruled_out


def _to_compare(
    asked: Asked, texts: "_Texts", new: Sequence[Row], instructions: Prints
) -> tuple[list[int], frozenset[str]]:
    """The assignments of one person's earlier answers that may have been copied, oldest first.

    And the flags that neither these nor the new ones can get.
    """
    share, min_images = asked.settings.pasted_share, asked.settings.pasted_min_images
    similarity = asked.settings.duplicate_similarity
    fresh, known = texts.divided({row.annotation for row in new})
    now, before = fresh.prints, known.prints
    about = [*fresh.samples, *known.samples]
    pasted = pasted_passages(now, before, images=about, share=share, min_images=min_images)
    places = to_compare(now, before, pasted, similarity)
    found = [known.assignments[place] for place in places[-max(MOST_ALIKE, min_images) :]]
    ruled_out = set()
    if not found and not any_alike(now, similarity):
        ruled_out.add("near_duplicate")
    if not found and not pasted.size and not any_made_of(now, instructions, share):
        ruled_out.add("pasted_instruction")
    return found, frozenset(ruled_out)


@dataclass(frozen=True, slots=True)
class _Texts:
    """Prints of one person's texts, the oldest first, and where each text is found."""

    annotations: Sequence[int]
    assignments: Sequence[int]
    samples: Sequence[int]
    prints: Prints

    @classmethod
    def of(cls, written: Sequence[Row], besides: Container[int]) -> "_Texts":
        """Make the prints of what somebody wrote, but for answers whose prints are there."""
        missing = {row.annotation: row for row in written if row.annotation not in besides}
        rows = [missing[annotation] for annotation in sorted(missing)]
        return cls(
            [row.annotation for row in rows],
            [row.assignment for row in rows],
            [row.sample for row in rows],
            Prints.of([row.work.text for row in rows]),
        )

    def as_rows(self, asked: Asked, annotator: int) -> list[TextPrint]:
        places = zip(self.annotations, self.assignments, self.samples, strict=True)
        return [
            TextPrint(
                annotation_id=annotation,
                assignment_id=assignment,
                sample_id=sample,
                project=asked.project,
                stage_key=asked.stage.key,
                annotator_id=annotator,
                bands=bands,
                tails=tails,
                passages=passages,
            )
            for (annotation, assignment, sample), (bands, tails, passages) in zip(
                places, self.prints.to_bytes(), strict=True
            )
        ]

    def with_(self, later: "_Texts") -> "_Texts":
        return _Texts(
            [*self.annotations, *later.annotations],
            [*self.assignments, *later.assignments],
            [*self.samples, *later.samples],
            self.prints + later.prints,
        )

    def divided(self, annotations: Container[int]) -> tuple["_Texts", "_Texts"]:
        """Return those of these answers and the others."""
        are_theirs = [annotation in annotations for annotation in self.annotations]
        return self._only(are_theirs), self._only([not each for each in are_theirs])

    def _only(self, wanted: Sequence[bool]) -> "_Texts":
        return _Texts(
            list(compress(self.annotations, wanted)),
            list(compress(self.assignments, wanted)),
            list(compress(self.samples, wanted)),
            self.prints.only(np.array(wanted, dtype=np.bool_)),
        )


def _before_prints(asked: Asked, people: Sequence[int]) -> dict[int, deque[Row]]:
    """What each of these people wrote lately, of whose texts there are no prints yet."""
    if not people:
        return {}
    # Only the latest are held: of many who came with a long history nobody has prints at first.
    earlier: dict[int, deque[Row]] = {who: deque(maxlen=LATEST_TEXTS) for who in people}
    for row in works.rows_of(asked.project, asked.stage, Scope(annotators=frozenset(people))):
        earlier[row.annotator].append(row)
    return earlier


@cache
def _latest_prints(most: int) -> PreparedRows:
    """Asked of each person in every check."""
    of_person = TextPrint.objects.filter(
        project=Parameter("project"),
        stage_key=Parameter("stage"),
        annotator=Parameter("annotator"),
    ).order_by("-annotation")
    columns = "annotation", "assignment", "sample", "bands", "tails", "passages"
    return PreparedRows(lambda: of_person.values_list(*columns)[:most])


def _stored(asked: Asked, annotator: int) -> _Texts:
    latest = _latest_prints(LATEST_TEXTS).all(
        project=asked.project.pk, stage=asked.stage.key, annotator=annotator
    )
    found: Any = zip(*reversed(latest), strict=True) if latest else [()] * 6
    annotations, assignments, samples, *stored = found
    return _Texts(annotations, assignments, samples, Prints.from_bytes(*stored))


def _forget(asked: Asked, annotator: int, before: int) -> None:
    TextPrint.objects.filter(
        project=asked.project,
        stage_key=asked.stage.key,
        annotator=annotator,
        annotation__lt=before,
    ).delete()
