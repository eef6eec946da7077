"""What a snapshot freezes: final answers that stand, once, the same whenever it is asked for."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pixels

from annotate.backends.training import snapshots as reading
from annotate.images import services as images
from annotate.images.details import Details
from annotate.learning.services import snapshots
from annotate.projects.models import Project
from annotate.seeding.models import Snapshot
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Purpose, Sample
from tests.conftest import Cast
from tests.images.pictures import encoded, gradient, png, turned
from tests.workflow.acts import describe, mark, seed, thing

pytestmark = pytest.mark.django_db


def add(
    project: Project, data: bytes, name: str = "a.png", split: str = "", **hints: str
) -> Sample:
    details = Details(external_id=name, split=split, metadata=hints)
    image = images.add_image(project=project, data=data, name=name, details=details)
    (sample,) = workflow.add_samples(project=project, image_ids=[image.pk])
    return sample


def answer(
    sample: Sample, stage: str, value: dict[str, Any], *, index: int = 1, **more: Any
) -> Annotation:
    row = {"origin": Annotation.Origin.PERSON, "kind": f"{stage}.v1", **more}
    return Annotation.objects.create(
        project=sample.project, sample=sample, stage_key=stage, index=index, value=value, **row
    )


def done(sample: Sample, *texts: str, objects: list[dict[str, Any]] | None = None) -> Sample:
    """Finish a sample as if people had worked on it."""
    if objects is not None:
        answer(sample, "objects", {"objects": objects})
    for index, text in enumerate(texts, start=1):
        answer(sample, "description", {"text": text}, index=index)
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    return sample


def many(project: Project, number: int, split: str = "") -> list[Sample]:
    return [
        done(add(project, png(24, 16, seed=each), f"{split}{each}.png", split), f"Text {each}.")
        for each in range(number)
    ]


def frozen(project: Project, share: float = 0.0) -> reading.Frozen:
    snapshot = snapshots.write(project=project, held_out_share=share)
    return reading.read(snapshots.path_of(snapshot))


def test_what_people_did_is_frozen_as_it_ended(new_project: Any, people: Cast) -> None:
    project = new_project(no_repeat="stage")
    sample = add(project, png(400, 300), Title="Oak")
    seed(sample, "A machine wrote this sentence about the picture.")
    workflow.open_samples(project=project, samples=[sample])
    box = {"x": 10.0, "y": 20.0, "width": 50.0, "height": 80.0}
    mark(project, people.ada, thing("o1", label="oak", box=box, description="An old oak."))
    first, second, last = "An oak.", "One old oak in rain.", "Other words: owl, leaves, dusk."
    for user, text in zip(
        (people.ada, people.ben, people.cleo), (first, second, last), strict=True
    ):
        describe(project, user, text, **({"scratch": "poor text"} if text == last else {}))
    (found,) = frozen(project).samples()
    assert found.as_json() == {
        "sample": sample.pk,
        "image": f"images/{sample.image.sha256}.jpg",
        "width": 400,
        "height": 300,
        "split": "train",
        "hints": {"Title": "Oak"},
        "has_objects": True,
        "objects": [{"label": "oak", "box": box, "description": "An old oak."}],
        "description": last,
        "first_description": first,
        "earlier_descriptions": [first, second],
    }


def test_the_manifest_says_what_is_in_it(project: Project) -> None:
    sample = done(add(project, png()), "One. Two.", objects=[thing("a", label="kite")])
    manifest = frozen(project).manifest
    assert (manifest["samples"], manifest["held_out"], manifest["project"]) == (1, 0, project.pk)
    assert manifest["recipe"]["stages"] == [
        {"key": "objects", "kind": "objects.v1"},
        {"key": "description", "kind": "description.v1"},
    ]
    # One object with a description, and a text of two sentences written in one round.
    assert manifest["tasks"] == dict.fromkeys(manifest["tasks"], 1)
    assert len(manifest["tasks"]) == 7
    row = Snapshot.objects.get(project=project)
    assert (row.samples, row.held_out, row.digest) == (1, 0, manifest["digest"])
    assert row.facts["objects"] == sample.annotations.filter(stage_key="objects").count()


def test_boxes_follow_the_picture_when_it_is_made_smaller(project: Project) -> None:
    """2,050 x 1,000 becomes 1,024 x 500: 1,024 / 2,050 across and a half down."""
    box = {"x": 205.0, "y": 100.0, "width": 410.0, "height": 900.0}
    done(add(project, encoded(gradient(2050, 1000))), objects=[thing("a", box=box)])
    opened = frozen(project)
    (found,) = opened.samples()
    assert (found.width, found.height) == (1024, 500)
    with Pixels.open(opened.picture(found)) as picture:
        assert (picture.format, picture.mode, picture.size) == ("JPEG", "RGB", (1024, 500))
    assert found.objects[0].box.model_dump() == {
        "x": 102.4,
        "y": 50.0,
        "width": 204.8,
        "height": 450.0,
    }


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_pictures_are_upright(project: Project, orientation: int) -> None:
    done(add(project, turned(orientation), "a.jpg"), "Red corner.")
    opened = frozen(project)
    (found,) = opened.samples()
    with Pixels.open(opened.picture(found)) as picture:
        assert picture.size == (60, 40)
        assert picture.getpixel((3, 3))[0] > picture.getpixel((3, 3))[1] + 100  # type: ignore[index]


def test_only_work_that_stands_is_learned_from(project: Project, people: Cast) -> None:
    kept, tested, open_, seeded, withdrawn = (
        add(project, png(seed=number), f"{number}.png") for number in range(5)
    )
    done(kept, "Kept.")
    answer(kept, "description", {"text": "By a model."}, index=0, origin="model")
    for purpose in (Purpose.GOLD, Purpose.PRACTICE, Purpose.TEST):
        answer(kept, "description", {"text": f"For {purpose}."}, index=3, purpose=purpose)
        answer(tested, "description", {"text": "x"}, purpose=purpose)
    answer(seeded, "description", {"text": "By a model."}, index=0, origin="model")
    answer(open_, "description", {"text": "Not finished."})
    answer(withdrawn, "description", {"text": "Pulled."})
    for sample, state in ((tested, "done"), (seeded, "done"), (withdrawn, "withdrawn")):
        Sample.objects.filter(pk=sample.pk).update(state=state)
    assert [(each.sample, each.description) for each in frozen(project).samples()] == [
        (kept.pk, "Kept.")
    ]


def test_what_a_lead_rejected_is_not_learned_from(new_project: Any, people: Cast) -> None:
    project = new_project(no_repeat="stage")
    sample = add(project, png(400, 300))
    workflow.open_samples(project=project, samples=[sample])
    mark(project, people.ada, thing("o1"))
    describe(project, people.ada, "The first text stands.")
    second = describe(project, people.ben, "Nonsense that was typed in a hurry.", scratch="poor")
    type(second).objects.filter(pk=second.pk).update(verdict="rejected")
    Sample.objects.filter(pk=sample.pk).update(state="done")
    (found,) = frozen(project).samples()
    assert (found.description, found.earlier) == ("The first text stands.", ())


def test_the_same_data_is_the_same_snapshot(project: Project, models: Path) -> None:
    many(project, 3)
    first = snapshots.write(project=project)
    folder = snapshots.path_of(first)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    again = snapshots.write(project=project)
    assert (again.pk, Snapshot.objects.count()) == (first.pk, 1)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    assert [path.name for path in folder.parent.iterdir()] == [first.digest]  # nothing half made
    assert reading.is_unchanged(reading.read(folder))


def test_another_word_is_another_snapshot(project: Project) -> None:
    (sample,) = many(project, 1)
    first = snapshots.write(project=project)
    answer(sample, "description", {"text": "Text 0!"}, index=2)
    second = snapshots.write(project=project)
    assert second.digest != first.digest
    assert snapshots.path_of(first).is_dir()


def test_a_snapshot_that_was_changed_is_told(project: Project) -> None:
    many(project, 2)
    opened = frozen(project)
    lines = opened.folder / reading.SAMPLES
    lines.write_text(lines.read_text().replace("Text 1", "Text 2"))
    assert not reading.is_unchanged(opened)


def test_a_lost_folder_is_written_again(project: Project) -> None:
    many(project, 2)
    first = snapshots.write(project=project)
    snapshots.path_of(first).rename(snapshots.path_of(first).with_name("elsewhere"))
    assert snapshots.write(project=project) == first
    assert len(list(reading.read(snapshots.path_of(first)).samples())) == 2


def test_a_stopped_writing_leaves_nothing(project: Project) -> None:
    many(project, 20)

    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        snapshots.write(project=project, report=stop)
    assert list(snapshots.folder_of(project).iterdir()) == []
    assert not Snapshot.objects.exists()


def test_nothing_finished_is_nothing_to_learn(project: Project) -> None:
    add(project, png())
    with pytest.raises(snapshots.NothingToLearn):
        snapshots.write(project=project)


def test_a_picture_that_is_gone_is_left_out_and_counted(project: Project) -> None:
    from django.core.files.storage import default_storage

    from annotate.images import storage

    gone, _ = many(project, 2)
    default_storage.delete(storage.original(gone.image.sha256))
    row = snapshots.write(project=project)
    assert (row.samples, row.facts["without_picture"]) == (1, 1)


def test_samples_are_lines_of_json_in_order(project: Project) -> None:
    samples = many(project, 3)
    opened = frozen(project)
    rows = [json.loads(line) for line in (opened.folder / "samples.jsonl").read_text().splitlines()]
    assert [row["sample"] for row in rows] == [sample.pk for sample in samples]


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(reading.SnapshotError, match="is no snapshot"):
        reading.read(tmp_path)
    (tmp_path / "manifest.json").write_text('{"format": "something/9"}')
    with pytest.raises(reading.SnapshotError, match="something/9"):
        reading.read(tmp_path)
