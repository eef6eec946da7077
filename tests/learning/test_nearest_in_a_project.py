"""The built-in back end that learns, in a project: new samples start from what was finished."""

from io import BytesIO

import pytest
from PIL import Image as Pixels

from annotate.backends.training import snapshots as frozen
from annotate.images import services as images
from annotate.images.models import Image
from annotate.learning.services import snapshots, training
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.seeding.models import Connection, SeedRecord
from annotate.seeding.selectors.connections import serving
from annotate.seeding.services import model_assignment
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.backends.tiny import scenes
from tests.conftest import Cast
from tests.exchange.captions import correct
from tests.learning.acts import fresh, run_all, run_job, set_loop

pytestmark = pytest.mark.django_db
SHAPES = set(scenes.SHAPES)


def add(project: Project, seed: int) -> Sample:
    out = BytesIO()
    scenes.draw(seed).image.save(out, "PNG")
    image = images.add_image(project=project, data=out.getvalue(), name=f"scene-{seed}.png")
    return workflow.add_samples(project=project, image_ids=[image.pk])[0]


def finish(project: Project, author: User, seed: int) -> Sample:
    """Add a scene as somebody left it who knows what is there."""
    sample, scene = add(project, seed), scenes.draw(seed)
    # Every fifth is measured on, whatever the ids are from which it would be drawn.
    Image.objects.filter(pk=sample.image_id).update(split="val" if seed % 5 == 0 else "train")
    objects = [
        {
            "id": f"o{number}",
            "label": each.label,
            "box": each.box.model_dump(),
            "description": each.description,
            "derived_from": [],
        }
        for number, each in enumerate(scene.objects)
    ]
    answers = {"objects": {"objects": objects}, "description": {"text": scene.description}}
    for stage, value in answers.items():
        Annotation.objects.create(
            project=project,
            sample=sample,
            stage_key=stage,
            kind=f"{stage}.v1",
            index=1,
            origin=Annotation.Origin.PERSON,
            author=author,
            value=value,
        )
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    return sample


def test_the_next_samples_start_from_what_people_finished(project: Project, people: Cast) -> None:
    for seed in range(1, 31):
        finish(project, people.ada, seed)
    model_assignment.of(project)
    connection = Connection.objects.get(project=project, backend="nearest")
    chosen = {"detector": connection.pk, "captioner": connection.pk}
    model_assignment.change(project=project, actor=people.lead, changes=chosen)
    set_loop(project, connection, is_on=False, held_out_share=0.2)
    unstarted = [add(project, seed) for seed in range(1001, 1007)]

    run = training.start(connection=connection, actor=people.lead, settings={"looked_at": 30})
    run = run_job(run)
    assert (run.state, run.problem) == ("succeeded", "")
    version = fresh(run).version
    assert version is not None
    assert serving(connection) == version
    assert version.metrics["label_accuracy"] > 0.6
    assert version.metrics["token_f1"] > 0.7

    run_all()
    named = 0
    for sample in unstarted:
        seeds = {row.stage_key: row for row in sample.annotations.filter(index=0)}
        named += bool({each["label"] for each in seeds["objects"].value["objects"]} & SHAPES)
        assert "The background is" in seeds["description"].value["text"]
        assert SeedRecord.objects.get(annotation=seeds["description"]).version == version
    # What is like nothing that people labelled keeps its plain label; untaught, all of it would.
    assert named >= 2


def test_corrected_spelling_is_what_is_learned(project: Project, people: Cast) -> None:
    sample = finish(project, people.ada, 1)
    text = sample.annotations.get(stage_key="description")
    before = text.value["text"].split()[2]
    correct(text, before, "crimson", people.lead)
    opened = frozen.read(snapshots.path_of(snapshots.write(project=project, held_out_share=0)))
    (found,) = opened.samples()
    assert found.description == text.value["text"].replace(before, "crimson", 1)
    with Pixels.open(opened.picture(found)) as picture:
        assert picture.size == (96, 96)
