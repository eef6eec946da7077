"""What rows of a manifest say of their pictures becomes seeds."""

from pathlib import Path
from typing import Any

import pytest

from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.imports import running
from annotate.exchange.imports.ledger import Ledger
from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.models import Import
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.projects.services import create_project
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast
from tests.exchange.files import counts, from_path, imported, jsonl, problems, start, zipped
from tests.exchange.listed import A, B, boxes, seeds, told
from tests.images import pictures

pytestmark = pytest.mark.django_db

DOG = {"label": "dog", "box": {"x": 4, "y": 8, "width": 40, "height": 20}, "description": "A dog."}
ROW = {"file": "a.jpg", "objects": [DOG], "text": "A dog sleeps.", "producer": "reader 2"}


def archive(*rows: Any) -> bytes:
    return zipped({"a.jpg": A, "b.jpg": B, "manifest.jsonl": jsonl(*rows)})


def test_objects_and_a_text_become_the_seeds_of_their_stages(
    project: Project, people: Cast
) -> None:
    import_ = imported(project, people.lead, "p.zip", archive(ROW, {"file": "b.jpg"}))
    assert counts(import_) == (2, 0, 0)
    assert boxes(seeds(project, "objects")["a.jpg"]) == [("dog", (4, 8, 40, 20))]
    assert seeds(project, "description") == {"a.jpg": {"text": "A dog sleeps."}}
    assert set(Annotation.objects.values_list("producer", flat=True)) == {"reader 2"}
    states = Sample.objects.order_by("pk").values_list("image__external_id", "state")
    assert list(states) == [("a.jpg", "open"), ("b.jpg", "waiting")]
    assert told(import_) == ({"objects": 1, "texts": 1, "given": 1}, {})


def test_a_repetition_gives_nothing_twice_and_a_late_text_still_comes_in(
    project: Project, people: Cast
) -> None:
    imported(project, people.lead, "p.zip", archive({**ROW, "text": None}))
    for given in (1, 0):
        again = imported(project, people.lead, "p.zip", archive(ROW))
        assert counts(again) == (0, 1, 0)
        assert told(again)[0].get("given", 0) == given
    assert Annotation.objects.count() == 2


def test_a_dry_run_counts_the_same_and_writes_nothing(project: Project, people: Cast) -> None:
    dry = imported(project, people.lead, "p.zip", archive(ROW), dry_run=True)
    assert not Annotation.objects.exists()
    assert not Image.objects.exists()
    wet = imported(project, people.lead, "p.zip", archive(ROW))
    assert dry.understood == wet.understood
    checked = imported(
        project, people.lead, "p.zip", archive({**ROW, "text": "New."}), dry_run=True
    )
    assert told(checked)[0]["given"] == 1
    assert Annotation.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"objects": [{**DOG, "label": " "}]}, "objects[0].label", "label_empty"),
        ({"objects": [{"label": "dog"}]}, "objects[0].box", "missing"),
        ({"objects": [{**DOG, "id": "x"}]}, "objects[0].id", "unknown_field"),
        ({"text": "word " * 4000}, "text", "text_too_long"),
        ({"captions": "one"}, "captions", "wrong_type"),
    ],
)
def test_a_row_that_a_stage_cannot_take_is_refused_whole(
    project: Project, people: Cast, changes: dict[str, Any], field: str, code: str
) -> None:
    import_ = imported(project, people.lead, "p.zip", archive({**ROW, **changes}))
    assert problems(import_) == [(1, field, code)]
    assert not Image.objects.exists()
    assert not Annotation.objects.exists()


def test_an_object_may_lack_the_description_that_people_will_write(
    project: Project, people: Cast
) -> None:
    row = {**ROW, "objects": [{**DOG, "description": ""}]}
    assert counts(imported(project, people.lead, "p.zip", archive(row))) == (1, 0, 0)
    assert boxes(seeds(project, "objects")["a.jpg"]) == [("dog", (4, 8, 40, 20))]


def test_boxes_are_cut_to_their_picture_and_one_outside_is_counted(
    project: Project, people: Cast
) -> None:
    over = {**DOG, "box": {"x": 90, "y": -4, "width": 40, "height": 20}}
    outside = {**DOG, "box": {"x": 200, "y": 0, "width": 40, "height": 20}}
    import_ = imported(project, people.lead, "p.zip", archive({**ROW, "objects": [over, outside]}))
    assert boxes(seeds(project, "objects")["a.jpg"]) == [("dog", (90, 0, 6, 16))]
    assert told(import_)[1] == {"left_outside": 1}


def test_work_that_somebody_has_started_keeps_what_it_started_from(
    project: Project, people: Cast
) -> None:
    imported(project, people.lead, "p.zip", archive(ROW))
    workflow.claim(project=project, annotator=people.ada)
    again = imported(project, people.lead, "p.zip", archive({**ROW, "text": "Another."}))
    assert counts(again) == (0, 1, 0)
    assert seeds(project, "description") == {"a.jpg": {"text": "A dog sleeps."}}


def test_the_lead_chooses_to_ignore_what_comes_with_pictures(
    project: Project, people: Cast
) -> None:
    import_ = imported(
        project, people.lead, "p.zip", archive(ROW), options=ImageOptions(given_as="nothing")
    )
    assert counts(import_) == (1, 0, 0)
    assert not Annotation.objects.exists()
    assert told(import_)[0] == {"objects": 1, "texts": 1}


def test_a_stage_is_chosen_by_its_key(project: Project, people: Cast) -> None:
    with pytest.raises(errors.Invalid) as caught:
        start(project, people.lead, "p.zip", archive(ROW), stage="objects")
    assert (caught.value.fields[0].path, caught.value.fields[0].code) == ("stage", "unknown_stage")


class Killed(BaseException):
    """The process ends here; nothing after this line runs."""


def test_rows_with_seeds_come_in_whole_though_the_import_is_killed_twice(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK", 20)  # two rows that say something
    files = {f"{n}.jpg": pictures.jpeg(seed=n) for n in range(7)}
    rows = [{"file": name, "text": f"Picture {name}.", "objects": [DOG]} for name in files]
    packed = zipped({**files, "manifest.jsonl": jsonl(*rows)})
    import_ = start(project, people.lead, "p.zip", packed)
    assert import_.job is not None
    genuine = Ledger.note
    for kill in (1, 2):
        noted = 0

        def note(self: Ledger, *args: Any, kill: int = kill, **kwargs: Any) -> None:
            nonlocal noted
            if noted == kill:
                raise Killed
            noted += 1
            genuine(self, *args, **kwargs)

        monkeypatch.setattr(Ledger, "note", note)
        with pytest.raises(Killed):
            job_services.run(import_.job.pk)
        Job.objects.filter(pk=import_.job.pk).update(lease_expires_at=clock.now())
        halfway = Import.objects.get(pk=import_.pk)
        assert Annotation.objects.count() == 2 * halfway.added == 2 * Sample.objects.count()
    monkeypatch.setattr(Ledger, "note", genuine)
    job_services.run(import_.job.pk)
    done = Import.objects.get(pk=import_.pk)
    assert counts(done) == (7, 0, 0)
    assert told(done) == ({"objects": 7, "texts": 7, "given": 7}, {})
    assert Annotation.objects.count() == 14
    assert Sample.objects.filter(state="open").count() == 7


def test_a_folder_on_this_machine_gives_the_same(project: Project, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(A)
    (tmp_path / "manifest.jsonl").write_bytes(jsonl(ROW))
    assert counts(from_path(project, tmp_path)) == (1, 0, 0)
    assert seeds(project, "description") == {"a.jpg": {"text": "A dog sleeps."}}


def test_captions_become_answers_of_nobody_once(people: Cast) -> None:
    project = create_project(
        name="V", description="", recipe_name="vizwiz-captions", changes={}, creator=people.owner
    )
    row = {"file": "a.jpg", "captions": ["A dog.", "A dog.", "A hat."], "objects": [DOG]}
    for given in (1, 0):
        import_ = imported(
            project,
            people.owner,
            "p.zip",
            archive(row),
            options=ImageOptions(given_as="answers"),
        )
        assert told(import_)[0].get("given", 0) == given
    assert told(import_)[1] == {"left_no_answers_of_objects": 1}
    answers = Annotation.objects.filter(origin="import").order_by("index")
    assert [(row.index, row.value["text"]) for row in answers] == [
        (1, "A dog."),
        (2, "A dog."),
        (3, "A hat."),
    ]
