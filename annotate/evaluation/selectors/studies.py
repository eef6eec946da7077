"""What is told about studies."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation import schemas
from annotate.evaluation.models import ImportedRating, Study, StudyItem
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.projects.recipes.studies import RATING
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation

# Of studies that are older than these options.
_NO_OPTIONS: dict[str, Any] = {"chunks": None, "images": None}


def studies(project: Project) -> QuerySet[Study]:
    """Return the studies of a project's texts, newest first."""
    related = ("work", "job", "created_by")
    return Study.objects.filter(project=project).select_related(*related).order_by("-id")


def study_of(project: Project, study_id: int) -> Study:
    """Return one study of this project, or raise NotFound."""
    found = studies(project).filter(pk=study_id).first()
    if found is None:
        raise errors.NotFound
    return found


def described(found: list[Study]) -> list[schemas.Study]:
    """Studies with their numbers: four queries however many they are."""
    alive = jobs.workers().alive > 0
    items = _items(found)
    ratings = ratings_by_study(found)
    return [
        _described(each, items.get(each.pk, 0), ratings.get(each.pk, 0), alive=alive)
        for each in found
    ]


def _described(study: Study, items: int, ratings: int, *, alive: bool) -> schemas.Study:
    state, problem = _state(study)
    work = study.work
    return schemas.Study(
        id=study.pk,
        name=study.name,
        design=study.design,
        state=state,
        sources=[schemas.TitledSource.model_validate(each) for each in study.sources],
        options=schemas.StudyOptions.model_validate(_NO_OPTIONS | study.options),
        seed=study.seed,
        items=items,
        ratings=ratings,
        # Nobody was asked for what was brought in from elsewhere: what came is what there is.
        wanted=items * int(study.options["raters_per_item"]) if work else ratings,
        work=schemas.StudyWork(id=work.pk, name=work.name) if work else None,
        problem=problem,
        job=jobs.job_of(study.job, worker_alive=alive) if study.job else None,
        created_by=Person.of(study.created_by),
        created_at=study.created_at,
        closed_at=study.closed_at,
    )


def _state(study: Study) -> tuple[Study.State, str]:
    """Return the state, and what is wrong; a job that died could not write down that it did."""
    died = study.job is not None and study.job.state in (Job.State.FAILED, Job.State.CANCELLED)
    if study.state != Study.State.PREPARING or study.job is None or not died:
        return Study.State(study.state), study.problem
    said = (study.job.error or {}).get("message", "Its preparation was cancelled.")
    return Study.State.FAILED, said


def _items(found: Iterable[Study]) -> dict[int, int]:
    items = StudyItem.objects.filter(study__in=found).order_by()
    return dict(items.values_list("study").annotate(number=Count("id")))


def ratings_by_study(found: Iterable[Study]) -> dict[int, int]:
    """Return how many judgements of each study count: one is what one person says of one item."""
    by_work = {each.work_id: each.pk for each in found if each.work_id is not None}
    given = workflow.countable().filter(
        project__in=by_work, stage_key=RATING, origin=Annotation.Origin.PERSON
    )
    counted = given.order_by().values_list("project").annotate(number=Count("id"))
    brought = ImportedRating.objects.filter(
        item__study__in=[each.pk for each in found if each.work_id is None]
    )
    pairs = brought.order_by().values("item__study", "item", "rater").distinct()
    numbers: dict[int, int] = {by_work[project]: number for project, number in counted}
    for pair in pairs.iterator():
        numbers[pair["item__study"]] = numbers.get(pair["item__study"], 0) + 1
    return numbers
