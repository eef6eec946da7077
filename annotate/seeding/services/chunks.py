"""Carry seeding runs out, a few images at a time."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet
from PIL import Image as Pixels

from annotate.backends import BackendError
from annotate.backends.base import LimitReached, as_message
from annotate.backends.runs import as_upright_rgb
from annotate.core import jobs, logs, traces
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.images import storage
from annotate.images.models import Image
from annotate.messages import Message
from annotate.seeding.loaded_models import LoadedModels
from annotate.seeding.models import SeededSample, SeedingRun
from annotate.seeding.seeds import Picture, make_many
from annotate.seeding.selectors.spending import is_limited
from annotate.seeding.services import arms, limits, save_seeds
from annotate.seeding.services.model_assignment import AssignedVersions, loaded_models, versions_of
from annotate.workflow.models import Assignment

log = logs.get(__name__)

# Decoded at the same time, at most: 64 megapixels are 192 MB. A larger image comes alone.
MAX_PIXELS = 64_000_000


@jobs.handler("seeding.chunk", queue="seeding")
def seed_chunk(payload: dict[str, Any], progress: jobs.Progress) -> None:
    """Seed the samples of one chunk that are still pending; a killed chunk goes on here."""
    runs = SeedingRun.objects.select_related(
        "project",
        "detector_version__connection",
        "captioner_version__connection",
        "ocr_version__connection",
    )
    run = runs.get(pk=payload["run_id"])
    # A model may think about a few images for longer than a lease lasts.
    with Heartbeat(progress) as heartbeat:
        _seed_pending(
            run, SeededSample.objects.filter(run=run, pk__in=payload["item_ids"]), heartbeat
        )


def _seed_pending(run: SeedingRun, items: QuerySet[SeededSample], heartbeat: Heartbeat) -> None:
    pending = items.filter(state=SeededSample.State.PENDING).select_related("sample__image")
    total, waiting = items.count(), list(pending.order_by("pk"))
    heartbeat.report(total - len(waiting), total)
    left = _without_the_decided(run, waiting)
    done = total - len(left)
    heartbeat.report(done, total)
    if not left:
        return
    models = loaded_models(run)  # which may load weights
    limited = is_limited(run.project, versions_of(run))
    for some in sub_batches(
        left, min(models.batch, limits.IMAGES_AT_ONCE) if limited else models.batch
    ):
        _seed(run, some, models)
        done += len(some)
        heartbeat.report(done, total, as_message(some[-1].sample.image.name))


def sub_batches(
    items: Sequence[SeededSample], most: int, max_pixels: int = MAX_PIXELS
) -> Iterator[list[SeededSample]]:
    """Cut samples into groups of images that are looked at together and fit into memory."""
    some: list[SeededSample] = []
    pixels = 0
    for item in items:
        size = item.sample.image.width * item.sample.image.height
        if some and (len(some) == most or pixels + size > max_pixels):
            yield some
            some, pixels = [], 0
        some.append(item)
        pixels += size
    if some:
        yield some


def _without_the_decided(run: SeedingRun, items: list[SeededSample]) -> list[SeededSample]:
    """Finish those for which no model is needed; return the others.

    What is read here without a lock only saves work: `save_seeds` looks once more under the lock.
    """
    samples = [item.sample_id for item in items]
    unseeded = arms.unseeded(samples)
    assigned = Assignment.objects.filter(sample__in=samples)
    started = set(assigned.values_list("sample_id", flat=True))
    names = AssignedVersions(versions_of(run)).made_by_stage(run.project.recipe)
    known = save_seeds.earlier_seeds(samples, names) if names else {}
    left = []
    for item in items:
        if item.sample_id in unseeded:
            save_seeds.open_unseeded(run, item)
        elif item.sample_id in started:
            save_seeds.record_state(item, SeededSample.State.STARTED)
        elif item.sample_id in known:
            save_seeds.save(run, item, known[item.sample_id])
        else:
            left.append(item)
    return left


def _seed(run: SeedingRun, items: Sequence[SeededSample], models: LoadedModels) -> None:
    """Seed a few samples, or record why not; one bad picture never stops the others.

    Raises:
        StoppedByLimit: the others may cost too much; they stay as they are.
    """
    seen: list[tuple[SeededSample, Picture]] = []
    for item in items:
        try:
            seen.append((item, opened(item.sample.image)))
        except Exception as unexpected:
            log.exception("An image could not be opened", sample=item.sample_id)
            problem = Message("image_not_opened", fault=type(unexpected).__name__)
            save_seeds.record_state(item, SeededSample.State.FAILED, problem)
    pictures = [picture for _, picture in seen]
    reached: LimitReached | None = None
    with traces.step("ask models for seeds", count=len(pictures)):
        outcomes = make_many(pictures, recipe=run.project.recipe, models=models)
    for (item, _), outcome in zip(seen, outcomes, strict=True):
        if isinstance(outcome, LimitReached):
            reached = outcome
        elif isinstance(outcome, BackendError):
            save_seeds.record_state(item, SeededSample.State.FAILED, outcome.entry)
        else:
            save_seeds.save(run, item, outcome)
    if reached is not None:
        pending = run.items.filter(state=SeededSample.State.PENDING).count()
        total = run.items.count()
        raise limits.stopped(reached, done=total - pending, total=total)


def opened(image: Image) -> Picture:
    """An image as models see it."""
    with storage.open_original(image.sha256) as file, Pixels.open(file) as pixels:
        return Picture(as_upright_rgb(pixels), image.metadata)
