"""The whole loop with a real learner and no double: `nearest` on drawn pictures."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from annotate.images import services as images
from annotate.learning.models import TrainingRun
from annotate.learning.services import loop
from annotate.projects.models import Project
from annotate.seeding.models import SeedRecord
from annotate.seeding.selectors.connections import serving
from annotate.seeding.services import connections, model_assignment, starting
from annotate.workflow import services as workflow
from tests.conftest import Cast
from tests.learning.acts import one_text, run_all, verbs
from tests.workflow.acts import claim, submit

pytestmark = pytest.mark.django_db

COLOURS = {
    "red": "A red disc lies on white paper.",
    "blue": "A blue disc lies on white paper.",
    "green": "A green disc lies on white paper.",
}


def drawn(colour: str, number: int) -> bytes:
    """A disc of a colour, each time at another place."""
    picture = Image.new("RGB", (96, 96), "white")
    left, top = 8 + number * 5 % 30, 8 + number * 3 % 30
    ImageDraw.Draw(picture).ellipse((left, top, left + 48, top + 48), fill=colour)
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def test_nearest_learns_from_a_batch_and_seeds_the_rest(
    project: Project, people: Cast, settings: Any, tmp_path: Path
) -> None:
    settings.MODELS_DIR = tmp_path / "models"
    one_text(project)
    names = list(COLOURS) * 8
    added = [
        images.add_image(project=project, data=drawn(colour, number), name=f"{colour}.png")
        for number, colour in enumerate(names)
    ]
    workflow.add_samples(project=project, image_ids=[image.pk for image in added])
    learner = connections.named(project, "nearest", "captioner")
    model_assignment.change(project=project, actor=people.lead, changes={"captioner": learner.pk})
    changes = {"connection": learner.pk, "is_on": True, "batch_size": 12, "metric": "token_f1"}
    loop.change(
        project=project,
        actor=people.lead,
        changes={**changes, "held_out_share": 0.3, "fewest_held_out": 1},
    )
    starting.start_run(project=project, actor=people.lead)
    run_all()
    for _ in range(12):
        held = claim(project, people.ada)
        colour = held.sample.image.name.removesuffix(".png")
        submit(held, {"text": COLOURS[colour]})
    assert loop.check(project.pk) is not None
    run_all()
    run = TrainingRun.objects.get()
    assert (run.state, run.problem) == ("succeeded", "")
    assert serving(learner) == run.version
    assert "seeds_refreshed" in verbs(project)
    renewed = SeedRecord.objects.filter(version=run.version).select_related("annotation")
    assert renewed.count() == 12
    # In the words of people: how often they are the right ones is for tests of the learner.
    assert {each.annotation.value["text"] for each in renewed} <= set(COLOURS.values())
