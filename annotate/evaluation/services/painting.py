"""Have images made from the texts of a study, one for each stimulus; what there is stays."""

import uuid
from collections.abc import Sequence
from dataclasses import asdict

from django.db.models import QuerySet

from annotate.backends import BackendError
from annotate.backends.openai.painter import OpenAIPainter
from annotate.core import errors, jobs
from annotate.evaluation.models import Study, StudyStimulus
from annotate.images import services as images
from annotate.images.intake import ImageRejected
from annotate.messages import Message
from annotate.seeding.selectors import connections


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
        progress.report(total - _missing(study).count(), total, "images")
        failed |= _painted(painter, some)
    if failed:
        reasons = dict.fromkeys(failed.values())
        raise errors.Conflict(
            Message(
                "images_not_made",
                failed=len(failed),
                total=total,
                reasons=" ".join(reasons)[:300],
            ),
            code="images_missing",
        )


def _painter(study: Study) -> OpenAIPainter:
    wanted = study.options["images"]
    connection = connections.connection(study.project, wanted["connection"])
    configured = connections.configured(connections.serving(connection))
    return OpenAIPainter(configured, model=wanted["model"], size=wanted["size"])


def _missing(study: Study) -> QuerySet[StudyStimulus]:
    found = StudyStimulus.objects.filter(item__study=study, sha256="")
    return found.order_by("item__number", "position")


def _painted(painter: OpenAIPainter, some: Sequence[StudyStimulus]) -> dict[int, str]:
    """Store the images of some stimuli; return why there is none of others."""
    failed = {}
    answers = painter.paint_many([each.text for each in some])
    for stimulus, answer in zip(some, answers, strict=True):
        try:
            if isinstance(answer, BackendError):
                raise answer
            facts = images.store(answer)
        except (BackendError, ImageRejected) as problem:
            failed[stimulus.pk] = str(problem)
            continue
        StudyStimulus.objects.filter(pk=stimulus.pk).update(key=uuid.uuid4(), **asdict(facts))
    return failed
