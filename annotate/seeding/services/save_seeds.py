"""Write seeds down: once, and never under the hands of somebody who has started."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from annotate.analysis.text import clean_block
from annotate.backends.traces import clean
from annotate.core import errors, logs
from annotate.messages import Message
from annotate.seeding.loaded_models import again, original
from annotate.seeding.models import SeededSample, SeedingRun, SeedRecord
from annotate.seeding.seeds import Seed, Seeds
from annotate.workflow import services as workflow_services
from annotate.workflow.models import Assignment, Sample, Task

log = logs.get(__name__)

State = SeededSample.State


def record_state(item: SeededSample, state: str, problem: Message | None = None) -> bool:
    """Say how a sample fared, unless a successor has; return whether it was said now."""
    pending = SeededSample.objects.filter(pk=item.pk, state=State.PENDING)
    return bool(pending.update(state=state, **_problem(problem)))


def _problem(message: Message | None) -> dict[str, Any]:
    """The columns of a problem, fit to be stored: a server may have put words into it."""
    if message is None:
        return {"problem": "", "problem_message": None}
    sentence = clean_block(str(message))[:500]
    return {"problem": sentence, "problem_message": clean(message.to_json())}


def open_unseeded(run: SeedingRun, item: SeededSample) -> None:
    with transaction.atomic():
        if record_state(item, State.UNSEEDED):
            workflow_services.open_samples(project=run.project, samples=[item.sample])


def save(run: SeedingRun, item: SeededSample, seeds: Seeds) -> None:
    """Write the seeds of one sample and open it, or record why they cannot be used."""
    try:
        _save(run, item, seeds)
    except errors.Invalid as unusable:
        record_state(item, State.FAILED, _unusable(unusable))
    except Exception as unexpected:
        log.exception("Seeds could not be kept", sample=item.sample_id)
        fault = type(unexpected).__name__
        record_state(item, State.FAILED, Message("seeds_not_stored", fault=fault))


def _save(run: SeedingRun, item: SeededSample, seeds: Seeds) -> None:
    with transaction.atomic():
        # First of all, so that a second worker waits here and then finds the item taken.
        pending = SeededSample.objects.filter(pk=item.pk, state=State.PENDING)
        if not pending.update(state=State.SEEDED, dropped=seeds.dropped):
            return
        sample, started = _locked(item.sample_id)
        if started:
            SeededSample.objects.filter(pk=item.pk).update(state=State.STARTED)
            return
        if sample.state not in (Sample.State.WAITING, Sample.State.OPEN):
            problem = _problem(Message("sample_withdrawn_meanwhile"))
            SeededSample.objects.filter(pk=item.pk).update(state=State.FAILED, **problem)
            return
        _write(run, sample, seeds)
        workflow_services.open_samples(project=run.project, samples=[sample])


def earlier_seeds(
    sample_ids: Collection[int], made_by_stage: Mapping[str, str]
) -> dict[int, Seeds]:
    """The seeds of samples that these versions have made all of: no model need be asked.

    After a roll-back they are put back as the newest.

    Args:
        made_by_stage: the keys of the versions, as records name them, by stage.
    """
    wanted = Q(pk=None)
    for stage_key, name in made_by_stage.items():
        wanted |= Q(stage_key=stage_key, made_by=name)
    records = SeedRecord.objects.filter(wanted, sample__in=sample_ids).exclude(made_by="")
    by_sample: dict[int, list[Seed]] = defaultdict(list)
    for record in records.select_related("annotation"):
        seed = record.annotation
        by_sample[seed.sample_id].append(
            Seed(
                record.stage_key,
                seed.value,
                seed.producer,
                record.provenance,
                record.version_id,
                record.made_by,
            )
        )
    return {
        sample_id: Seeds(seeds, [])
        for sample_id, seeds in by_sample.items()
        if len(seeds) == len(made_by_stage)
    }


def _locked(sample_id: int) -> tuple[Sample, bool]:
    """Lock a sample and its tasks; return it, and whether anybody has ever started it.

    A claim locks the row of the task, reads the seeds and writes its assignment, all in one
    transaction. Whoever is second waits at that row, or passes it by and takes another: either the
    assignment is seen here, or the claim reads the seeds that are about to be written.
    """
    samples = Sample.objects.select_for_update(no_key=True, of=("self",)).select_related("image")
    sample = samples.get(pk=sample_id)
    tasks = Task.objects.select_for_update(no_key=True).filter(sample=sample).order_by("pk")
    list(tasks.values_list("pk", flat=True))
    return sample, Assignment.objects.filter(sample=sample).exists()


def _write(run: SeedingRun, sample: Sample, seeds: Seeds) -> None:
    for seed in seeds.seeds:
        of_stage = sample.annotations.filter(stage_key=seed.stage_key, index=0).order_by("-pk")
        newest = of_stage.values_list("record__made_by", flat=True).first()
        if seed.made_by and newest and original(newest) == seed.made_by:
            continue
        records = SeedRecord.objects.filter(sample=sample, stage_key=seed.stage_key)
        earlier = records.filter(made_by=seed.made_by).exclude(made_by="")
        _append(run, sample, seed, earlier.select_related("annotation").first())


def _append(run: SeedingRun, sample: Sample, seed: Seed, earlier: SeedRecord | None) -> None:
    """Write one seed as the newest; what the same versions said before stands in its place."""
    annotation = workflow_services.add_seed(
        project=run.project,
        sample=sample,
        stage_key=seed.stage_key,
        value=earlier.annotation.value if earlier else seed.value,
        producer=seed.producer,
    )
    SeedRecord.objects.create(
        annotation=annotation,
        run=run,
        provenance=earlier.provenance if earlier else seed.provenance,
        sample=sample,
        stage_key=seed.stage_key,
        version_id=seed.version_id,
        made_by=again(seed.made_by, annotation.pk) if earlier else seed.made_by,
    )


def _unusable(wrong: errors.Invalid) -> Message:
    """The first thing that is wrong, and where."""
    if not wrong.fields:
        return Message("seeds_unusable", problem=wrong.entry)
    field = wrong.fields[0]
    problem: Message | str = field.message
    if field.message_code:
        problem = Message.from_json({"code": field.message_code, "params": field.params})
    return Message("seeds_unusable_at", path=field.path, problem=problem)
