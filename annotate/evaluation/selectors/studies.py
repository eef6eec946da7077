"""What is told about studies, to whom they are told, and who may not judge in them."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import ImportedRating, Study, StudyAuthor, StudyItem, StudyStimulus
from annotate.evaluation.schemas import studies as schemas
from annotate.evaluation.selectors.barring import bars_authors
from annotate.images.intake import Facts
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.projects.hooks import Origin
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.projects.recipes.studies import RATING
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation
from annotate.workflow.schemas.work import Gate

# Of studies that are older than these options.
_NO_OPTIONS: dict[str, Any] = {
    "chunks": None,
    "images": None,
    "barring": Study.Barring.STUDY,
}


def studies(project: Project) -> QuerySet[Study]:
    """Newest first."""
    related = ("work", "job", "created_by")
    return Study.objects.filter(project=project).select_related(*related).order_by("-id")


def study_of(project: Project, study_id: int) -> Study:
    return errors.existing(studies(project).filter(pk=study_id).first())


def described(rows: list[Study]) -> list[schemas.Study]:
    """Studies with their numbers: four queries however many they are."""
    workers = jobs.workers()
    items, ratings = _items(rows), ratings_by_study(rows)
    return [
        _described(study, items.get(study.pk, 0), ratings.get(study.pk, 0), workers)
        for study in rows
    ]


def _options(study: Study) -> schemas.StudyOptions:
    options = _NO_OPTIONS | study.options
    samples = options.pop("samples", None)
    chosen = None if samples is None else len(samples)
    return schemas.StudyOptions.model_validate(options | {"chosen": chosen})


def _described(study: Study, items: int, ratings: int, workers: jobs.Workers) -> schemas.Study:
    state, problem = _state(study)
    work = study.work
    return schemas.Study(
        id=study.pk,
        name=study.name,
        design=study.design,
        state=state,
        sources=[schemas.TitledSource.model_validate(source) for source in study.sources],
        options=_options(study),
        seed=study.seed,
        items=items,
        ratings=ratings,
        # Nobody was asked for what was brought in from elsewhere: what came is what there is.
        wanted=items * int(study.options["raters_per_item"]) if work else ratings,
        work=schemas.StudyWork(id=work.pk, name=work.name) if work else None,
        problem=problem,
        job=jobs.job_of(study.job, workers) if study.job else None,
        created_by=Person.of(study.created_by),
        created_at=study.created_at,
        closed_at=study.closed_at,
    )


def _state(study: Study) -> tuple[Study.State, str]:
    """The state, and what is wrong; a job that died could not write down that it did."""
    died = study.job is not None and study.job.state in (Job.State.FAILED, Job.State.CANCELLED)
    if study.state != Study.State.PREPARING or study.job is None or not died:
        return Study.State(study.state), study.problem
    problem = (study.job.error or {}).get("message", "Its preparation was cancelled.")
    return Study.State.FAILED, problem


def _items(rows: Iterable[Study]) -> dict[int, int]:
    items = StudyItem.objects.filter(study__in=rows).order_by()
    return dict(items.values_list("study").annotate(number=Count("id")))


def ratings_by_study(rows: Iterable[Study]) -> dict[int, int]:
    """How many judgements of each study count: one is what one person says of one item."""
    by_work = {study.work_id: study.pk for study in rows if study.work_id is not None}
    answers = workflow.countable().filter(
        project__in=by_work, stage_key=RATING, origin=Annotation.Origin.PERSON
    )
    counted = answers.order_by().values_list("project").annotate(number=Count("id"))
    brought = ImportedRating.objects.filter(
        item__study__in=[study.pk for study in rows if study.work_id is None]
    )
    pairs = brought.order_by().values("item__study", "item", "rater").distinct()
    numbers: dict[int, int] = {by_work[project]: number for project, number in counted}
    for pair in pairs.iterator():
        numbers[pair["item__study"]] = numbers.get(pair["item__study"], 0) + 1
    return numbers


def gate(membership: Membership, user: User, stage: StageSpec) -> Gate | None:
    """Keep those who wrote one of its texts from judging in a study; a gate of the workflow.

    Where they are kept from single items only, the search for work passes over these.
    """
    # Asked at each claim of every project: most kinds need no look at the studies.
    if not bars_authors(stage.kind):
        return None
    wrote = StudyAuthor.objects.filter(study__work=membership.project_id, user=user)
    options = wrote.values_list("study__options", flat=True).first()
    if options is None or options.get("barring") == Study.Barring.ITEM:
        return None
    return Gate.of(Message("own_text_judged"), reason="author")


def origins(user: User, project_ids: Sequence[int]) -> dict[int, Origin]:
    """The studies behind projects, of those whose texts this person may read.

    Raters are told nothing: neither the study nor the project may lead them to a source.
    """
    rows = Study.objects.filter(work__in=project_ids)
    if not user.is_admin:
        readable = Membership.objects.filter(
            user=user, role__in=[Role.LEAD, Role.REVIEWER], is_blocked=False
        )
        rows = rows.filter(project__in=readable.values("project"))
    columns = ("work_id", "id", "name", "project_id", "project__name")
    return {
        work_id: {"id": pk, "name": name, "project": project, "project_name": project_name}
        for work_id, pk, name, project, project_name in rows.values_list(*columns)
    }


@dataclass(frozen=True)
class Stimulus:
    """An image, the project in which it is judged, and the one whose study it is of."""

    facts: Facts
    work_id: int
    project_id: int
    # What the tasks that show it are about.
    presentation_id: int | None


def stimulus(key: uuid.UUID) -> Stimulus:
    """Raises NotFound where no image that is judged has this key."""
    row = StudyStimulus.objects.select_related("item__study").filter(key=key).first()
    study = row.item.study if row is not None else None
    if row is None or row.facts is None or study is None or study.work_id is None:
        raise errors.NotFound
    return Stimulus(row.facts, study.work_id, study.project_id, row.item.presentation_id)
