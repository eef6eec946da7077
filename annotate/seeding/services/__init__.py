"""Start seeding runs, carry them out chunk by chunk, and take in seeds made elsewhere."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from PIL import Image as Pixels

from annotate.analysis.text import clean_line
from annotate.core import errors, jobs, logs
from annotate.core.jobs import services as job_services
from annotate.images import storage
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding import backends
from annotate.seeding.models import SeededSample, SeedingRun, SeedRecord
from annotate.seeding.seeds import Seeds, make_seeds
from annotate.workflow import services as workflow_services
from annotate.workflow.models import Sample

log = logs.get(__name__)

CHUNK = 20
USUAL_READER = "tesseract"
_ROLES: dict[backends.Role, Callable[[backends.Backend], object]] = {
    "detector": backends.Backend.detector,
    "captioner": backends.Backend.captioner,
    "ocr": backends.Backend.ocr,
}

jobs.in_parts("seeding.run", title="Seeding samples")


class NothingToSeed(errors.Conflict):
    code = "nothing_to_seed"
    default_message = "No sample is waiting for seeds."
    default_remedy = "Import images first."


def start_run(
    *,
    project: Project,
    actor: User | None,
    detector: str,
    captioner: str,
    ocr: str | None = None,
) -> SeedingRun:
    """Seed every waiting sample with the named back ends, in the background.

    Args:
        ocr: what reads text, where the recipe seeds a stage with it; "" leaves that stage without
            seeds, None takes the usual one.

    Raises:
        Invalid: a back end is unknown, cannot play its role, or is not available here.
        NothingToSeed: no sample waits.
        Conflict: another run of this project is not finished.
    """
    _check_backend(detector, "detector")
    _check_backend(captioner, "captioner")
    ocr = _reader_for(project, ocr)
    if ocr:
        _check_backend(ocr, "ocr")
    with transaction.atomic():
        # One run at a time: two would seed the same samples twice.
        Project.objects.select_for_update().get(pk=project.pk)
        if SeedingRun.objects.filter(project=project, job__state__in=["queued", "running"]):
            raise errors.Conflict("A seeding run is under way.", code="run_under_way")
        run = SeedingRun.objects.create(
            project=project,
            detector=detector,
            captioner=captioner,
            ocr=ocr,
            created_by=actor,
        )
        items = _add_items(run)
        if not items:
            raise NothingToSeed
        run.job = job_services.start_in_parts(
            name="seeding.run",
            scope=project.scope,
            payload={"run_id": run.pk},
            part_name="seeding.chunk",
            parts=[
                {"run_id": run.pk, "item_ids": items[start : start + CHUNK]}
                for start in range(0, len(items), CHUNK)
            ],
            total=len(items),
        )
        run.save(update_fields=["job"])
        audit(
            project=project,
            actor=actor,
            verb="seeding.started",
            detector=detector,
            captioner=captioner,
            ocr=ocr,
            samples=len(items),
        )
    return run


def _reader_for(project: Project, named: str | None) -> str:
    """Return the back end that reads text; "" where no seeded stage asks for any."""
    asked = any(stage.seeded and stage.kind == "ocr.v1" for stage in project.recipe.stages)
    if not asked:
        return ""
    return USUAL_READER if named is None else named


def _check_backend(name: str, role: backends.Role) -> None:
    try:
        backend = backends.get(name)
        if role not in backend.roles:
            _ROLES[role](backend)
    except backends.UnknownBackendError as unknown:
        raise errors.Invalid.field(role, "unknown_backend", str(unknown)) from None
    described = backend.describe()
    if not described.available:
        reason = described.reason or "It is not available here."
        raise errors.Invalid.field(role, "backend_unavailable", reason)


def _add_items(run: SeedingRun) -> list[int]:
    waiting = Sample.objects.filter(project=run.project, state=Sample.State.WAITING)
    rows = [
        SeededSample(run=run, sample_id=pk)
        for pk in waiting.order_by("pk").values_list("pk", flat=True)
    ]
    return [item.pk for item in SeededSample.objects.bulk_create(rows, batch_size=1000)]


@jobs.handler("seeding.chunk", title="Seeding a few samples")
def seed_chunk(payload: dict[str, Any], progress: jobs.Progress) -> None:
    """Seed the samples of one chunk that are still pending; a killed chunk goes on here."""
    run = SeedingRun.objects.select_related("project").get(pk=payload["run_id"])
    items = SeededSample.objects.filter(run=run, pk__in=payload["item_ids"])
    total, done = items.count(), items.exclude(state=SeededSample.State.PENDING).count()
    progress.report(done, total)
    detector = backends.get(run.detector).detector()
    captioner = backends.get(run.captioner).captioner()
    reader = backends.get(run.ocr).ocr() if run.ocr else None
    pending = items.filter(state=SeededSample.State.PENDING).order_by("pk")
    for item in pending.select_related("sample__image"):
        _seed_one(run, item, detector, captioner, reader)
        done += 1
        progress.report(done, total, item.sample.image.name[:200])


def _seed_one(
    run: SeedingRun,
    item: SeededSample,
    detector: backends.Detector,
    captioner: backends.Captioner,
    reader: backends.Reader | None,
) -> None:
    """Seed one sample, or record why not; one bad picture never stops a run."""
    image = item.sample.image
    try:
        with storage.open_original(image.sha256) as file, Pixels.open(file) as pixels:
            made = make_seeds(
                pixels,
                recipe=run.project.recipe,
                detector=detector,
                captioner=captioner,
                reader=reader,
                hints=image.metadata,
            )
        _keep(run, item, made)
    except backends.BackendError as expected:
        _fail(item, str(expected))
    except errors.Invalid as unusable:
        _fail(item, f"The back end made something that cannot be used. {_first(unusable)}")
    except Exception as unexpected:
        log.exception("Seeding failed", sample=item.sample_id)
        _fail(item, f"The back end stopped unexpectedly ({type(unexpected).__name__}).")


def _first(wrong: errors.Invalid) -> str:
    """Say the first thing that is wrong, and where."""
    return f"{wrong.fields[0].path}: {wrong.fields[0].message}" if wrong.fields else wrong.message


def _fail(item: SeededSample, problem: str) -> None:
    # Only what is still pending: a successor may have seeded it in the meantime.
    SeededSample.objects.filter(pk=item.pk, state=SeededSample.State.PENDING).update(
        state=SeededSample.State.FAILED, problem=problem[:500]
    )


def _keep(run: SeedingRun, item: SeededSample, made: Seeds) -> None:
    """Write the seeds and open the sample, once: a second worker finds the item taken."""
    with transaction.atomic():
        taken = SeededSample.objects.filter(pk=item.pk, state=SeededSample.State.PENDING).update(
            state=SeededSample.State.SEEDED, dropped=made.dropped
        )
        if not taken:
            return
        for seed in made.seeds:
            annotation = workflow_services.add_seed(
                project=run.project,
                sample=item.sample,
                stage_key=seed.stage_key,
                value=seed.value,
                producer=seed.producer,
            )
            SeedRecord.objects.create(annotation=annotation, run=run, provenance=seed.provenance)
        workflow_services.open_samples(project=run.project, samples=[item.sample])


def open_without_seeds(*, project: Project, actor: User) -> int:
    """Open every waiting sample as it is; return how many."""
    waiting = list(Sample.objects.filter(project=project, state=Sample.State.WAITING))
    opened = workflow_services.open_samples(project=project, samples=waiting, actor=actor)
    audit(project=project, actor=actor, verb="seeding.skipped", samples=opened)
    return opened


def import_seeds(
    *, project: Project, actor: User, rows: Iterator[tuple[int, Mapping[str, Any] | None]]
) -> dict[str, Any]:
    """Take in seeds made elsewhere, one row per sample; waiting samples that get one are opened.

    Each row is `{"external_id": …, "producer": "model 1.2", "seeds": {"objects": {...},
    "description": {"text": …}}}`, the seeds by stage key. A row is taken whole or not at all.

    A row whose seeds are all the newest of their stages already is skipped, so that a file can be
    sent again.

    Args:
        rows: pairs of row number and parsed row.

    Returns:
        Counts and, for each row that was refused, its number, name and what is wrong.
    """
    counts = {"total": 0, "added": 0, "skipped": 0, "failed": 0}
    refused: list[dict[str, Any]] = []
    for number, row in rows:
        counts["total"] += 1
        try:
            with transaction.atomic():
                added = _import_row(project, row)
            counts["added" if added else "skipped"] += 1
        except errors.AppError as wrong:
            counts["failed"] += 1
            refused.append(_refusal(number, row, wrong))
    audit(project=project, actor=actor, verb="seeds.imported", target="", **counts)
    return {"counts": counts, "errors": refused}


def _import_row(project: Project, row: Mapping[str, Any] | None) -> bool:
    """Take one row in; return whether it held anything new."""
    if row is None:
        raise errors.Invalid.field(
            "", "not_json", "This line is no JSON object.", remedy="Write one JSON object per line."
        )
    sample = (
        Sample.objects.select_related("image")
        .filter(project=project, image__external_id=clean_line(str(row.get("external_id", ""))))
        .first()
    )
    if sample is None:
        raise errors.Invalid.field(
            "external_id", "unknown_image", "No image of this project has this external_id."
        )
    seeds = row.get("seeds")
    if not isinstance(seeds, dict) or not seeds:
        raise errors.Invalid.field("seeds", "required", "Give at least one seed by stage key.")
    producer = clean_line(str(row.get("producer", "")))[:200] or "imported"
    added = [_import_seed(project, sample, key, value, producer) for key, value in seeds.items()]
    workflow_services.open_samples(project=project, samples=[sample])
    return any(added)


def _import_seed(
    project: Project, sample: Sample, stage_key: str, value: Any, producer: str
) -> bool:
    if stage_key not in project.recipe.stage_keys:
        raise errors.Invalid.field(
            f"seeds.{stage_key}", "unknown_stage", f"There is no stage {stage_key!r}."
        )
    try:
        return workflow_services.add_seed_once(
            project=project, sample=sample, stage_key=stage_key, value=value, producer=producer
        )
    except errors.Invalid as wrong:
        raise errors.Invalid(
            fields=[replace(field, path=_below(stage_key, field.path)) for field in wrong.fields]
        ) from None


def _below(stage_key: str, path: str) -> str:
    return f"seeds.{stage_key}.{path}" if path else f"seeds.{stage_key}"


def _refusal(number: int, row: Mapping[str, Any] | None, wrong: errors.AppError) -> dict[str, Any]:
    field = wrong.fields[0] if wrong.fields else None
    return {
        "row": number,
        "name": clean_line(str((row or {}).get("external_id", "")))[:200],
        "field": field.path if field else "",
        "code": field.code if field else wrong.error_code,
        "message": field.message if field else wrong.message,
        "remedy": wrong.remedy,
    }
