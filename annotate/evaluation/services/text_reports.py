"""Ask for reports on texts, and delete them."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from django.core.files.storage import default_storage
from django.db import transaction

from annotate.analysis.text import clean_line, is_blank
from annotate.core import errors
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import TextReport
from annotate.evaluation.schemas.text_reports import MOST_TEXTS, Measure
from annotate.evaluation.selectors.sources import Source, parse_texts
from annotate.evaluation.selectors.text_reports import FILES, file_name
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

JOB = "evaluation.measure_texts"
MEASURES: tuple[Measure, ...] = get_args(Measure)


def make(
    *,
    project: Project,
    actor: User,
    name: str,
    sources: Sequence[Mapping[str, Any]],
    references: object = None,
    measures: Sequence[str] = MEASURES,
    same_images: bool = True,
    meteor: bool = True,
) -> TextReport:
    """Measure texts in the background.

    Args:
        sources: `{"source": ..., "title": ...}` each, the title optional.
        references: the source that the others are scored against.
        same_images: score the sources on those images alone that all of them describe.
        meteor: METEOR as well, which takes by far the longest.

    Raises:
        Invalid: there is no such source, or two of them are the same or are called the same.
    """
    named = _named(name)
    asked = [measure for measure in MEASURES if measure in measures]
    with transaction.atomic():
        # Whoever deletes a file of texts waits here, and then sees that it is used.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        chosen = chosen_sources(project, sources)
        against = (
            None if references is None else parse_texts(references, project, path="references")
        )
        report = TextReport.objects.create(
            project=project,
            created_by=actor,
            name=named,
            sources=[{"source": chosen[title].json(), "title": title} for title in chosen],
            options={
                "references": against
                and {"source": against.json(), "title": _title(chosen, against)},
                "measures": asked,
                "same_images": same_images,
                "meteor": meteor,
            },
        )
        report.job = jobs.start(name=JOB, scope=project.scope, payload={"report_id": report.pk})
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


def _title(chosen: Mapping[str, Source], references: Source) -> str:
    """What the references are called: as where they are among the sources themselves."""
    same = (title for title, source in chosen.items() if source.json() == references.json())
    return next(same, references.title)


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
