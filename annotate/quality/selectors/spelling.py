"""Doubtful words as leads see them, and texts as they read once corrected."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import QuerySet

from annotate import kinds
from annotate.core import errors
from annotate.core.rows import filters
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.quality.models import Correction, ProjectWord, Suggestion
from annotate.quality.schemas import spelling as schemas
from annotate.workflow.models import Annotation, Assignment
from annotate.workflow.schemas.parts import ShownImage

Replacement = tuple[int, int, str]


def words_of(project: Project) -> list[str]:
    words = ProjectWord.objects.filter(project=project).order_by("word")
    return list(words.values_list("word", flat=True))


def suggestions(
    project: Project, *, state: str = "open", min_confidence: float = 0, word: str = ""
) -> QuerySet[Suggestion]:
    """Suggestions, the surest first; `word` is a part of the doubtful word in any case.

    Rejected answers are not worth correcting, so theirs are left out as long as they are rejected.
    """
    rows = Suggestion.objects.filter(project=project, confidence__gte=min_confidence).exclude(
        annotation__assignment__verdict=Assignment.Verdict.REJECTED
    )
    if state != "all":
        rows = rows.filter(state=state)
    if word:
        rows = rows.filter(word__icontains=word)
    return rows.select_related("annotation__sample__image").order_by("-confidence", "-id")


def as_schemas(page: list[Suggestion]) -> list[schemas.Suggestion]:
    replacements = {
        correction.suggestion_id: correction.after
        for correction in holding(Correction.objects.filter(suggestion__in=page))
    }
    return [_as_schema(suggestion, replacements.get(suggestion.pk)) for suggestion in page]


def _as_schema(suggestion: Suggestion, replacement: str | None) -> schemas.Suggestion:
    annotation = suggestion.annotation
    return schemas.Suggestion.from_row(
        suggestion,
        annotation=annotation.pk,
        image=ShownImage.of(annotation.sample.image),
        text=text_at(annotation, suggestion.path),
        span=schemas.TextSpan.from_row(suggestion),
        suggestions=[schemas.SpellingOption(**option) for option in suggestion.options],
        replacement=replacement,
    )


def text_at(annotation: Annotation, path: str) -> str:
    """One text of an answer as it was typed.

    Raises:
        NotFound: the answer has no text there.
    """
    text = texts_of(annotation).get(path)
    if text is None:
        raise errors.NotFound(Message("no_text_here"))
    return text


def texts_of(annotation: Annotation) -> dict[str, str]:
    kind = kinds.get(annotation.kind)
    return kind.texts(kind.Answer.model_validate(annotation.value))


# --- corrected texts ------------------------------------------------------------------------


class _Text(NamedTuple):
    annotation_id: int
    path: str


def holding(corrections: QuerySet[Correction]) -> QuerySet[Correction]:
    """Those that nobody has undone."""
    return corrections.filter(undoes=None, undone_by=None)


def is_corrected(project: Project) -> bool:
    """Whether any text of the project reads otherwise than it was typed."""
    return holding(Correction.objects.filter(project=project)).exists()


def corrected_texts(
    project: Project, *, samples: tuple[int, int] | None = None
) -> dict[int, dict[str, str]]:
    """The corrected texts by annotation and path; texts nobody corrected are not in it.

    Args:
        samples: only of the samples from the first to the last id.
    """
    first, last = samples or (None, None)
    wanted = filters(annotation__sample__gte=first, annotation__sample__lte=last)
    by_text: defaultdict[_Text, list[Replacement]] = defaultdict(list)
    answers: dict[int, Annotation] = {}
    for row in holding(Correction.objects.filter(project=project, **wanted)).select_related(
        "annotation"
    ):
        answers[row.annotation_id] = row.annotation
        by_text[_Text(row.annotation_id, row.path)].append((row.start, row.end, row.after))
    texts: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for (annotation_id, path), replacements in by_text.items():
        typed = text_at(answers[annotation_id], path)
        texts[annotation_id][path] = replaced(typed, replacements)
    return dict(texts)


def corrected_between(project: Project, samples: tuple[int, int]) -> dict[int, dict[str, str]]:
    """The corrected texts of the samples from the first to the last id."""
    return corrected_texts(project, samples=samples) if is_corrected(project) else {}


def replaced(text: str, replacements: Iterable[Replacement]) -> str:
    """A text with parts replaced; places are those of `text` and do not overlap.

    >>> replaced("A hazlenut and a tabel.", [(17, 22, "table"), (2, 10, "hazelnut")])
    'A hazelnut and a table.'
    """
    pieces, done = [], 0
    for start, end, after in sorted(replacements):
        pieces += [text[done:start], after]
        done = end
    return "".join([*pieces, text[done:]])
