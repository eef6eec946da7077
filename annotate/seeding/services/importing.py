"""Take in seeds made elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from annotate.analysis.text import clean_line
from annotate.core import errors
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.schemas import ImportCounts, RowError, SeedImport
from annotate.seeding.services import arms
from annotate.workflow import services as workflow_services
from annotate.workflow.models import Sample


def import_seeds(
    *, project: Project, actor: User, rows: Iterator[tuple[int, Mapping[str, Any] | None]]
) -> SeedImport:
    """Take in seeds made elsewhere, one row per sample; waiting samples that get one are opened.

    Each row is `{"external_id": …, "producer": "model 1.2", "seeds": {"objects": {...},
    "description": {"text": …}}}`, the seeds by stage key. A row is taken whole or not at all.

    A row whose seeds are all the newest of their stages already is skipped, so that a file can be
    sent again; and so is one for a sample that was drawn to start from nothing.

    Args:
        rows: pairs of row number and parsed row.
    """
    counts = {"total": 0, "added": 0, "skipped": 0, "failed": 0}
    refused: list[RowError] = []
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
    return SeedImport(counts=ImportCounts(**counts), errors=refused)


def take_seeds(*, project: Project, seeds: Sequence[workflow_services.NewSeed]) -> set[int]:
    """Take in the seeds of an import of pictures, and open the samples that were given some.

    Samples that were drawn to start from nothing are opened without; return who got new seeds.
    """
    ids = {seed.sample_id for seed in seeds}
    arms.draw_for(project, ids)
    unseeded = arms.unseeded(ids)
    given = workflow_services.add_seeds_once(
        project=project, seeds=[seed for seed in seeds if seed.sample_id not in unseeded]
    )
    workflow_services.open_by_id(project=project, sample_ids=sorted(given | unseeded))
    return given


def _import_row(project: Project, row: Mapping[str, Any] | None) -> bool:
    """Take one row in; whether it held anything new."""
    if row is None:
        raise errors.Invalid.field("", Message("seed_line_not_json"), code="not_json")
    sample = (
        Sample.objects.select_related("image")
        .filter(project=project, image__external_id=clean_line(str(row.get("external_id", ""))))
        .first()
    )
    if sample is None:
        raise errors.Invalid.field(
            "external_id", Message("unknown_external_id"), code="unknown_image"
        )
    seeds = row.get("seeds")
    if not isinstance(seeds, dict) or not seeds:
        raise errors.Invalid.field("seeds", Message("seeds_missing"), code="required")
    arms.draw_for(project, [sample.pk])
    if not arms.is_seeded(sample):
        # Its people start from nothing, whoever made the seeds.
        workflow_services.open_samples(project=project, samples=[sample])
        return False
    producer = clean_line(str(row.get("producer", "")))[:200] or "imported"
    added = [_import_seed(project, sample, key, value, producer) for key, value in seeds.items()]
    workflow_services.open_samples(project=project, samples=[sample])
    return any(added)


def _import_seed(
    project: Project, sample: Sample, stage_key: str, value: Any, producer: str
) -> bool:
    if stage_key not in project.recipe.stage_keys:
        message = Message("unknown_stage_of_seed", stage=stage_key)
        raise errors.Invalid.field(f"seeds.{stage_key}", message, code="unknown_stage")
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


def _refusal(number: int, row: Mapping[str, Any] | None, wrong: errors.AppError) -> RowError:
    notice = Notice.of_error(wrong)
    values: dict[str, Any] = dict(notice)
    if wrong.fields:
        [field, *_] = wrong.fields
        values |= {
            "message": field.message,
            "message_code": field.message_code,
            "params": {**notice.params, **field.params},
        }
    return RowError(
        **values,
        row=number,
        name=clean_line(str((row or {}).get("external_id", "")))[:200],
        field=wrong.fields[0].path if wrong.fields else "",
        code=wrong.fields[0].code if wrong.fields else wrong.error_code,
    )
