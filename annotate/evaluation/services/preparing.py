"""Prepare a study: a project of its own, with copies of the images and the texts to be judged.

Each step is a transaction that holds the lock on the study's row and does what is still to be done.
So two workers take turns, and a run that was killed goes on where it stopped. Items are drawn once
and stored with their texts: what is judged stays as it was, whatever becomes of the project.
"""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from annotate import kinds
from annotate.analysis.randomness import draw
from annotate.backends import BackendError
from annotate.backends.base import LimitReached
from annotate.backends.openai.painter import OpenAIPainter
from annotate.core import errors, jobs
from annotate.evaluation.models import Study, StudyAuthor, StudyItem, StudyStimulus
from annotate.evaluation.selectors.barring import bars_authors
from annotate.evaluation.selectors.choosing import Item, choose
from annotate.evaluation.selectors.sources import parse
from annotate.evaluation.services.designing import changes_of
from annotate.evaluation.services.studies import shown_name
from annotate.images import services as images
from annotate.images.intake import ImageRejected
from annotate.images.models import Image
from annotate.messages import Message
from annotate.projects import services as projects
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes.studies import TEXTS
from annotate.projects.services import audit
from annotate.seeding.selectors import connections
from annotate.seeding.services import limits
from annotate.seeding.spending_models import Purpose
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample

IMAGES_AT_ONCE = 50


@jobs.handler("evaluation.prepare_study")
def prepare_study(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Prepare a study, from where a killed run stopped."""
    study_id = payload["study_id"]
    Study.objects.filter(pk=study_id, state=Study.State.FAILED).update(
        state=Study.State.PREPARING, problem=""
    )
    try:
        total = _draw_items(study_id)
        _make_project(study_id, guidelines=payload.get("guidelines", ""))
        paint(Study.objects.select_related("project").get(pk=study_id), progress)
        done = total - _left(study_id)
        progress.report(done, total)
        while brought := _bring_in(study_id):
            done += brought
            progress.report(done, total)
        _open(study_id, raters=payload.get("raters", []))
    except errors.AppError as refused:
        Study.objects.filter(pk=study_id, state=Study.State.PREPARING).update(
            state=Study.State.FAILED, problem=refused.message
        )
        raise
    return {"items": total}


def _locked(study_id: int) -> Study:
    """The study, for which everybody else waits until the transaction ends.

    Raises:
        NotFound: somebody has deleted it.
    """
    study = Study.objects.select_for_update(of=("self",), no_key=True).filter(pk=study_id).first()
    if study is None:
        raise errors.NotFound(Message("study_deleted"))
    return study


def _draw_items(study_id: int) -> int:
    """Write down what is judged, unless that was done; return how many items there are."""
    with transaction.atomic():
        study = _locked(study_id)
        number = study.items.count()
        if number:
            return number
        chosen = choose(
            study.project,
            [parse(source["source"], study.project) for source in study.sources],
            design=study.design,
            sample_size=study.options["sample_size"],
            seed=study.seed,
            chunks=study.options.get("chunks"),
            samples=study.options.get("samples"),
        )
        if not chosen.items:
            raise errors.Invalid(Message("nothing_to_judge_any_more"), code="invalid")
        names = dict(
            Image.objects.filter(project=study.project).values_list("pk", "name").iterator()
        )
        rows = StudyItem.objects.bulk_create(
            (
                StudyItem(
                    study=study,
                    number=number,
                    chunk=item.chunk,
                    image_id=item.image_id,
                    image_name=names[item.image_id],
                )
                for number, item in enumerate(chosen.items, start=1)
            ),
            batch_size=1000,
        )
        StudyStimulus.objects.bulk_create(
            chain.from_iterable(map(_stimuli, rows, chosen.items)), batch_size=1000
        )
        StudyAuthor.objects.bulk_create(
            StudyAuthor(study=study, user_id=user_id) for user_id in sorted(chosen.authors)
        )
        return len(chosen.items)


def _stimuli(row: StudyItem, item: Item) -> Iterator[StudyStimulus]:
    for position, (source, text) in enumerate(item.stimuli):
        yield StudyStimulus(
            item=row,
            position=position,
            source=source,
            text=text.text,
            annotation_id=text.annotation_id,
            **({"key": uuid.uuid4(), **asdict(text.picture)} if text.picture else {}),
        )


def _make_project(study_id: int, *, guidelines: str) -> None:
    """Make the project in which people judge; it rests until all is there."""
    with transaction.atomic():
        study = _locked(study_id)
        if study.work_id is not None:
            return
        work = projects.create_project(
            name=shown_name(study),
            description="",
            recipe_name=kinds.design(study.design).recipe,
            changes=changes_of(study),
            creator=study.created_by,
            seed=draw(study.seed, "work"),
            guidelines_required=study.project.guidelines_required,
        )
        Project.objects.filter(pk=work.pk).update(state=Project.State.PAUSED)
        of_images = study.options.get("images") or _has_pictures(study)
        if of_images and not guidelines.strip():
            guidelines = kinds.design(study.design).guidelines(of_images=True)
        if guidelines.strip():
            projects.add_guideline(project=work, actor=study.created_by, body=guidelines)
        leads = Membership.objects.filter(
            project=study.project, role=Role.LEAD, is_blocked=False
        ).exclude(user=study.created_by)
        Membership.objects.bulk_create(
            Membership(project=work, user_id=user_id, role=Role.LEAD)
            for user_id in leads.values_list("user_id", flat=True)
        )
        study.work = work
        study.save(update_fields=["work"])


def _left(study_id: int) -> int:
    return StudyItem.objects.filter(study=study_id, presentation=None).count()


def _bring_in(study_id: int) -> int:
    """Bring the next images and their texts into the project; return how many items these are."""
    with transaction.atomic():
        study = _locked(study_id)
        waiting = study.items.filter(presentation=None).order_by("number")
        # Items of one image follow one another; the last image may be cut short here, not below.
        ahead = list(waiting.values_list("image_id", flat=True)[: IMAGES_AT_ONCE * 5])
        wanted = list(dict.fromkeys(ahead))[:IMAGES_AT_ONCE]
        items = list(
            waiting.filter(image__in=wanted)
            .select_related("image")
            .prefetch_related("stimuli__annotation")
        )
        if None in wanted or (ahead and not items):
            raise errors.Conflict(Message("study_image_deleted"))
        samples = _samples(study, [item.image for item in items if item.image is not None])
        for image_id, group in groupby(items, key=attrgetter("image_id")):
            _give(study, samples[image_id], list(group))
        StudyItem.objects.bulk_update(items, ["sample", "presentation"], batch_size=200)
        return len(items)


def _samples(study: Study, pictures: Sequence[Image]) -> dict[int, Sample]:
    """The samples in the study's project by the image they are a copy of.

    Media are stored by their content, so the copy of a row is all that a copy takes.
    """
    work = _work(study)
    distinct = list({picture.pk: picture for picture in pictures}.values())
    outcomes = images.add_images(project=work, new=list(map(images.copy_of, distinct)))
    copies = {}
    for picture, outcome in zip(distinct, outcomes, strict=True):
        copy = outcome.image or outcome.present
        if copy is None:
            raise outcome.refusal or errors.Conflict()
        copies[copy.pk] = picture.pk
    workflow.add_samples(project=work, image_ids=list(copies))
    samples = Sample.objects.select_related("image").filter(image__in=copies)
    return {copies[sample.image_id]: sample for sample in samples}


def _give(study: Study, sample: Sample, items: Sequence[StudyItem]) -> None:
    """Say what is to be judged of one sample."""
    annotations = workflow.add_external(
        project=_work(study),
        sample=sample,
        stage_key=TEXTS,
        values=[_presentation(_in_order(item)) for item in items],
    )
    for item, annotation in zip(items, annotations, strict=True):
        item.sample, item.presentation = sample, annotation
        if study.options.get("barring") == Study.Barring.ITEM and bars_authors(study.design):
            workflow.bar_from_judging(answer=annotation, user_ids=_authors(item))


def _authors(item: StudyItem) -> set[int]:
    written = (stimulus.annotation for stimulus in item.stimuli.all())
    return {text.author_id for text in written if text is not None and text.author_id is not None}


def _presentation(stimuli: Sequence[StudyStimulus]) -> dict[str, Any]:
    """What people judge: texts, or the images that were made from them."""
    if not any(stimulus.sha256 for stimulus in stimuli):
        return {"texts": [stimulus.text for stimulus in stimuli]}
    return {
        "images": [
            {"key": str(stimulus.key), "width": stimulus.width, "height": stimulus.height}
            for stimulus in stimuli
        ]
    }


def _in_order(item: StudyItem) -> list[StudyStimulus]:
    return sorted(item.stimuli.all(), key=lambda stimulus: stimulus.position)


def _has_pictures(study: Study) -> bool:
    return StudyStimulus.objects.filter(item__study=study).exclude(sha256="").exists()


def _work(study: Study) -> Project:
    if study.work is None:
        raise errors.Conflict(Message("study_without_project"))
    return study.work


def _open(study_id: int, *, raters: Sequence[int]) -> None:
    """Let people begin."""
    with transaction.atomic():
        study = _locked(study_id)
        if study.state != Study.State.PREPARING:
            return
        work = _work(study)
        waiting = Sample.objects.filter(project=work, state=Sample.State.WAITING)
        workflow.open_samples(project=work, samples=list(waiting.order_by("pk")))
        for user_id in raters:
            Membership.objects.get_or_create(
                project=work, user_id=user_id, defaults={"role": Role.ANNOTATOR}
            )
        Project.objects.filter(pk=work.pk).update(state=Project.State.ACTIVE)
        Study.objects.filter(pk=study.pk).update(state=Study.State.OPEN, problem="")
        audit(project=study.project, actor=None, verb="study.open", target=study.name)


def paint(study: Study, progress: jobs.Progress) -> None:
    """Fetch every image that is missing, a few at a time; stopped, it goes on from there.

    Raises:
        Conflict: some could not be made; the others are kept, and another run asks for these only.
    """
    if not study.options.get("images"):
        return
    painter = _painter(study)
    total = StudyStimulus.objects.filter(item__study=study).count()
    failed: dict[int, str] = {}
    while some := list(_missing(study).exclude(pk__in=failed)[: painter.batch]):
        progress.report(total - _missing(study).count(), total)
        failures, reached = _painted(painter, some)
        failed |= failures
        if reached is not None:
            raise limits.stopped(reached, done=total - _missing(study).count(), total=total)
    if failed:
        reasons = dict.fromkeys(failed.values())
        message = Message(
            "images_not_made", failed=len(failed), total=total, reasons=" ".join(reasons)[:300]
        )
        raise errors.Conflict(message, code="images_missing")


def _painter(study: Study) -> OpenAIPainter:
    wanted = study.options["images"]
    connection = connections.connection(study.project, wanted["connection"])
    configured = connections.configured(connections.serving(connection), Purpose.PAINTING)
    return OpenAIPainter(configured, model=wanted["model"], size=wanted["size"])


def _missing(study: Study) -> QuerySet[StudyStimulus]:
    stimuli = StudyStimulus.objects.filter(item__study=study, sha256="")
    return stimuli.order_by("item__number", "position")


def _painted(
    painter: OpenAIPainter, some: Sequence[StudyStimulus]
) -> tuple[dict[int, str], LimitReached | None]:
    """Store the images of some stimuli; return why there is none of others, and any limit met."""
    failed = {}
    reached: LimitReached | None = None
    answers = painter.paint_many([stimulus.text for stimulus in some])
    for stimulus, answer in zip(some, answers, strict=True):
        if isinstance(answer, LimitReached):
            reached = answer
            continue
        try:
            if isinstance(answer, BackendError):
                raise answer
            facts = images.store(answer)
        except (BackendError, ImageRejected) as problem:
            failed[stimulus.pk] = str(problem)
            continue
        StudyStimulus.objects.filter(pk=stimulus.pk).update(key=uuid.uuid4(), **asdict(facts))
    return failed, reached
