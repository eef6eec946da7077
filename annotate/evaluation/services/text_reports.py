"""Ask for reports on texts, and delete them."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from django.core.files.storage import default_storage
from django.db import transaction

from annotate.analysis.text import clean_line, is_blank
from annotate.analysis.tokens import named_words
from annotate.core import errors
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import QuestionFile, TextReport
from annotate.evaluation.schemas.text_reports import COMMON_WORDS, MOST_TEXTS, Measure, Usual
from annotate.evaluation.selectors.question_files import question_files
from annotate.evaluation.selectors.sources import Source, parse_texts
from annotate.evaluation.selectors.text_reports import FILES, file_name
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

JOB = "evaluation.measure_texts"
MEASURES: tuple[Measure, ...] = get_args(Measure)
USUAL: tuple[Usual, ...] = get_args(Usual)


def make(
    *,
    project: Project,
    actor: User,
    name: str,
    sources: Sequence[Mapping[str, Any]],
    references: object = None,
    measures: Sequence[str] = USUAL,
    same_images: bool = True,
    meteor: bool = True,
    concepts: Sequence[str] = (),
    compared: object = None,
    common_words: int = COMMON_WORDS,
    questions: int | None = None,
    image_model: str = "",
    token_model: str = "",
) -> TextReport:
    """Measure texts in the background.

    Args:
        sources: `{"source": ..., "title": ...}` each, the title optional.
        references: the source that the others are scored against.
        same_images: score the sources on those images alone that all of them describe.
        meteor: METEOR as well, which takes by far the longest.
        concepts: looked for in texts, of the measure `concepts`.
        compared: whose words the others are compared with, of `words`; None is the first source.
        common_words: how many of the commonest words are compared.
        questions: the file of questions whose answers `answers` looks for.
        image_model: the CLIP below MODELS_ROOTS of `clipscore`; "" leaves its scores undefined.
        token_model: the same of `bertscore`.

    Raises:
        Invalid: there is no such source, two of them are the same or are called the same, words
            have nothing to be compared with, a concept has no word or stands twice, or there is no
            such file of questions.
    """
    named = _named(name)
    _check_concepts(concepts)
    asked = [measure for measure in MEASURES if measure in measures]
    with transaction.atomic():
        # Whoever deletes a file of texts waits here, and then sees that it is used.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        chosen = chosen_sources(project, sources)
        against = (
            None if references is None else parse_texts(references, project, path="references")
        )
        about = _questions(project, questions) if "answers" in asked else None
        beside = _compared(project, chosen, compared) if "words" in asked else None
        report = TextReport.objects.create(
            project=project,
            created_by=actor,
            name=named,
            sources=[{"source": chosen[title].json(), "title": title} for title in chosen],
            options={
                "references": against and _titled(chosen, against),
                "measures": asked,
                "same_images": same_images,
                "meteor": meteor,
                "concepts": [*concepts],
                "compared": beside and _titled(chosen, beside),
                "common_words": common_words,
                "questions": about and {"file": about.pk, "title": about.name},
                "image_model": image_model,
                "token_model": token_model,
            },
        )
        report.job = jobs.start(
            name=JOB, scope=project.scope, payload={"report_id": report.pk}, by=actor.pk
        )
        report.save(update_fields=["job"])
        audit(project=project, actor=actor, verb="text_report.started", target=report.name)
    return report


def _named(name: str) -> str:
    if is_blank(name):
        raise errors.Invalid.field("name", Message("report_without_name"), code="required")
    return clean_line(name)


def chosen_sources(project: Project, sources: Sequence[Mapping[str, Any]]) -> dict[str, Source]:
    """The sources by their titles."""
    if not 1 <= len(sources) <= MOST_TEXTS:
        message = Message("report_sources", most=MOST_TEXTS, chosen=len(sources))
        raise errors.Invalid.field("sources", message, code="wrong_number")
    chosen: dict[str, Source] = {}
    for place, titled in enumerate(sources):
        source = parse_texts(titled.get("source"), project, path=f"sources[{place}].source")
        title = clean_line(titled.get("title") or "") or source.title
        if any(source.json() == other.json() for other in chosen.values()):
            message = Message("source_chosen_twice", title=title)
            raise errors.Invalid.field(f"sources[{place}].source", message, code="duplicate")
        if title in chosen:
            message = Message("source_titles_equal", title=title)
            raise errors.Invalid.field(f"sources[{place}].title", message, code="duplicate")
        chosen[title] = source
    return chosen


def _check_concepts(concepts: Sequence[str]) -> None:
    seen = set()
    for place, name in enumerate(concepts):
        phrase = tuple(named_words(name))
        if not phrase or phrase in seen:
            code = "concept_stands_twice" if phrase else "concept_without_word"
            raise errors.Invalid.field(f"concepts[{place}]", Message(code, name=name))
        seen.add(phrase)


def _compared(project: Project, chosen: Mapping[str, Source], raw: object) -> Source:
    """Whose words the others are compared with: the first source where none is named."""
    beside = next(iter(chosen.values()))
    if raw is not None:
        beside = parse_texts(raw, project, path="compared")
    if all(source.json() == beside.json() for source in chosen.values()):
        raise errors.Invalid.field("compared", Message("words_need_another_source"))
    return beside


def _questions(project: Project, number: int | None) -> QuestionFile:
    if number is None:
        raise errors.Invalid.field("questions", Message("answers_need_questions"), code="required")
    file = question_files(project).filter(pk=number).first()
    if file is None:
        message = Message("unknown_question_file")
        raise errors.Invalid.field("questions", message, code="unknown_file")
    return file


def _titled(chosen: Mapping[str, Source], beside: Source) -> dict[str, Any]:
    """A source, called as where it is among the sources themselves."""
    same = (title for title, source in chosen.items() if source.json() == beside.json())
    return {"source": beside.json(), "title": next(same, beside.title)}


def delete(*, report: TextReport, actor: User) -> None:
    """Delete a report with its files; one that is being measured is stopped."""
    with transaction.atomic():
        if report.job is not None and report.job.state in Job.UNFINISHED:
            jobs.cancel(report.job)
        audit(project=report.project, actor=actor, verb="text_report.deleted", target=report.name)
        names = [file_name(report, part) for part in FILES]
        report.delete()
    for name in names:
        default_storage.delete(name)
