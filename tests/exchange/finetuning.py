"""A small project of every kind, and what the seven fine-tuning tasks make of it."""

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from annotate.backends.training.snapshots import SnapshotSample
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import write
from annotate.images import services as images
from annotate.images.details import Details
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.backends.training.finetuning.small import PARK, SKY
from tests.conftest import Cast
from tests.exchange.files import Silent
from tests.images.pictures import png

EXPECTED = Path(__file__).parents[1] / "backends" / "training" / "finetuning" / "expected"


def add(project: Project, people: Cast, like: SnapshotSample, split: str) -> Sample:
    """Bring a sample of the small project into the database, as people would have left it."""
    image = images.add_image(
        project=project,
        data=png(like.width, like.height, seed=like.sample),
        name=like.image,
        details=Details(external_id=Path(like.image).stem, split=split, metadata={}),
    )
    (sample,) = workflow.add_samples(project=project, image_ids=[image.pk])
    objects = [
        {
            "id": f"o{number}",
            "label": each.label,
            "box": each.box.model_dump(),
            "description": each.description,
            "derived_from": [],
        }
        for number, each in enumerate(like.objects)
    ]
    texts = [*like.earlier, like.description]
    rows: list[tuple[str, int, dict[str, Any]]] = [("objects", 1, {"objects": objects})]
    rows += [("description", index, {"text": text}) for index, text in enumerate(texts, 1)]
    for stage, index, value in rows:
        Annotation.objects.create(
            project=project,
            sample=sample,
            stage_key=stage,
            kind=f"{stage}.v1",
            index=index,
            origin=Annotation.Origin.PERSON,
            author=people.ada,
            value=value,
        )
    Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key="description",
        kind="description.v1",
        index=0,
        origin=Annotation.Origin.MODEL,
        value={"text": "A machine wrote this."},
    )
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    return sample


@pytest.fixture
def small(project: Project, people: Cast) -> Project:
    add(project, people, PARK, "train")
    add(project, people, SKY, "val")
    return project


def exported(project: Project, name: str, **wanted: Any) -> bytes:
    out = BytesIO()
    write(
        out,
        project=project,
        format_=FORMATS[name],
        selection=Selection(with_unfinished=True, **wanted),
        watcher=Silent(),
    )
    return out.getvalue()


def files_of(project: Project, **wanted: Any) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(exported(project, "finetuning", **wanted))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def lines(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.decode().splitlines()]
