"""Imported captions beside what a model version made of the same images (ImageInWords, App. E)."""

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import write
from annotate.projects.models import Project
from annotate.seeding import services as seeding
from annotate.seeding.models import SeedRecord
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast
from tests.exchange.captions import picture
from tests.exchange.files import Silent
from tests.workflow.acts import seed

pytestmark = pytest.mark.django_db


def exported(project: Project) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    out = BytesIO()
    write(
        out,
        project=project,
        format_=FORMATS["enriched"],
        selection=Selection(),
        watcher=Silent(),
    )
    with zipfile.ZipFile(out) as archive:
        assert archive.namelist() == ["enriched.jsonl", "statistics.json"]
        lines = archive.read("enriched.jsonl").decode().splitlines()
        return [json.loads(line) for line in lines], json.loads(archive.read("statistics.json"))


def by_model(sample: Sample, text: str, producer: str) -> Annotation:
    """Give a sample a seed as a run of the project leaves it."""
    annotation = seed(sample, text, producer)
    SeedRecord.objects.create(annotation=annotation, provenance=[{"backend": "nearest"}])
    return annotation


def test_both_texts_stand_side_by_side(project: Project) -> None:
    sample = picture(project, "kite.jpg")
    seed(sample, "A kite.", "LocNar")
    by_model(sample, "A red kite flies.", "nearest M1")
    by_model(sample, "A red kite flies high. The sky is grey.", "nearest M2")
    (line,), statistics = exported(project)
    assert line["original"] == ["A kite."]
    assert line["enriched"] == "A red kite flies high. The sky is grey."
    assert (line["image/key"], line["model"]) == (sample.image.external_id, "nearest M2")
    # Tokens by hand: a, kite; a, red, kite, flies, high, the, sky, is, grey. Full stops count.
    assert statistics["original"]["sentences_per_description"] == 1
    assert statistics["enriched"]["sentences_per_description"] == 2
    assert statistics["original"]["different_words"] == 2
    assert statistics["enriched"]["different_words"] == 9
    before, after = (
        statistics[name]["tokens_per_description"] for name in ("original", "enriched")
    )
    assert after > before > 0
    assert statistics["enriched"]["tokens_per_sentence"] == after / 2


def test_samples_without_both_are_counted_only(project: Project) -> None:
    seed(picture(project, "a.jpg"), "A kite.", "LocNar")
    by_model(picture(project, "b.jpg"), "A red kite flies.", "nearest M1")
    picture(project, "c.jpg")
    lines, statistics = exported(project)
    assert lines == []
    assert (statistics["samples"], statistics["samples_without_both"]) == (0, 3)
    assert statistics["original"]["tokens_per_description"] is None


def test_an_imported_dataset_is_enriched_by_a_seeding_run(
    project: Project, people: Cast, tmp_path: Path
) -> None:
    """The whole way: images, captions as seeds, a run over what nobody has started, the export."""
    from annotate.images import services as images
    from annotate.workflow import services as workflow
    from tests.images.pictures import jpeg

    image = images.add_image(project=project, data=jpeg(96, 64), name="coffee.jpg")
    (sample,) = workflow.add_samples(project=project, image_ids=[image.pk])
    row = {
        "external_id": image.external_id,
        "producer": "XM3600",
        "seeds": {"description": {"text": "A cup of coffee."}},
    }
    seeding.import_seeds(project=project, actor=people.owner, rows=iter([(1, row)]))
    run = seeding.start_run(
        project=project,
        actor=people.owner,
        detector="classical",
        captioner="classical",
        over="unstarted",
    )
    for part in Job.objects.filter(parent=run.job).order_by("pk"):
        job_services.run(part.pk)
    (line,), statistics = exported(project)
    assert line["original"] == ["A cup of coffee."]
    assert line["model"].startswith("classical")
    assert len(line["enriched"].split()) > 10
    assert (
        statistics["enriched"]["tokens_per_description"]
        > statistics["original"]["tokens_per_description"]
    )
    assert Sample.objects.get(pk=sample.pk).state == Sample.State.OPEN
