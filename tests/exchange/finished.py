"""A project in which people did everything an export has to tell."""

from dataclasses import dataclass
from typing import Any

from annotate.images import services as images
from annotate.images.details import Details
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Sample
from tests.conftest import Cast
from tests.images import pictures
from tests.workflow.acts import describe, mark, seed, thing

SEED_OBJECTS = {"objects": [thing("s1", label="red region"), thing("s2", label="blue region")]}
OBJECTS = [
    thing(
        "o1",
        label="Oak – “old”",
        box={"x": 0.0, "y": 0.25, "width": 400.0, "height": 299.75},
        description="An old oak.\nIts bark is rough: ünïcödé, 木, 🌳.",
        derived_from=["s1"],
    ),
    thing("o2", label="kite", box={"x": 10.5, "y": 3.33, "width": 7.77, "height": 9.01}),
]
ROUNDS = [
    "An old oak stands in a field.",
    "One old oak, photographed from below against grey clouds,\n\nwith “quotes” and a \\ in it.",
    "Completely other words: leaves, rain, and an owl — 猫头鹰 — at dusk.",
]


@dataclass
class Finished:
    """The samples: one done by everybody, one with seeds only, one withdrawn."""

    done: Sample
    waiting: Sample
    withdrawn: Sample


def finished(project: Project, people: Cast) -> Finished:
    """Do it; the project must let one person work in both stages."""
    samples = []
    for number in range(3):
        image = images.add_image(
            project=project,
            data=pictures.png(400, 300, seed=number),
            name=f"folder/photo {number}.png",
            details=Details(
                external_id=f"key-{number}", split="train", metadata={"Title": f"No. {number}"}
            ),
        )
        samples += services.add_samples(project=project, image_ids=[image.pk])
    done, waiting, withdrawn = samples
    for sample in (done, waiting):
        services.add_seed(
            project=project,
            sample=sample,
            stage_key="objects",
            value=SEED_OBJECTS,
            producer="classical 1",
        )
        seed(sample, "A machine wrote this sentence about the picture.")
    services.open_samples(project=project, samples=[done])
    mark(project, people.ada, *OBJECTS)
    for user, text in zip((people.ada, people.ben, people.cleo), ROUNDS, strict=True):
        extra: dict[str, Any] = {"scratch": "poor text"} if text is ROUNDS[2] else {}
        describe(project, user, text, **extra)
    services.withdraw_sample(sample=withdrawn, actor=people.lead, reason="blurred")
    done.refresh_from_db()
    assert done.state == Sample.State.DONE
    return Finished(done, waiting, withdrawn)
