"""Promise 1: exports take whole samples, say what they left out and why, and mark what rests on
rejected work."""

import json
import zipfile
from io import BytesIO
from typing import Any

import pytest
from django.core.management import call_command

from annotate.core.jobs import services as jobs
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import Written, write
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.exchange.files import Silent
from tests.workflow.acts import describe, mark, thing, use_recipe

pytestmark = pytest.mark.django_db

OTHER_WORDS = "Other words altogether, about one and the same picture."


@pytest.fixture
def done(people: Cast, project: Project, time: Clock) -> dict[str, Assignment]:
    """Of two images one is finished: objects by Ada, a description by Ben and then Cleo."""
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1"},
        {"key": "description", "rounds": 2, "context": ["objects"]},
        no_repeat="stage",
    )
    add_samples(project, 1)
    work = {"objects": mark(project, people.ada, thing())}
    time.forward(minutes=5)
    work["first"] = describe(project, people.ben, "A tree.")
    time.forward(minutes=5)
    work["second"] = describe(project, people.cleo, OTHER_WORDS)
    add_samples(project, 2)
    return work


def judge(held: Assignment, people: Cast, verdict: str = "rejected") -> None:
    answer = Annotation.objects.get(assignment=held)
    services.set_verdict(annotation=answer, verdict=verdict, actor=people.owner, reason="Spam.")


def exported(project: Project, name: str = "iiw-jsonl", **wanted: Any) -> tuple[bytes, Written]:
    out = BytesIO()
    selection = Selection(**wanted)
    written = write(
        out, project=project, format_=FORMATS[name], selection=selection, watcher=Silent()
    )
    return out.getvalue(), written


def reasons(written: Written) -> dict[str, int]:
    return {reason: number for reason, number in written.left_out.items() if number}


def texts(data: bytes) -> list[str | None]:
    return [json.loads(line)["IIW"] for line in data.splitlines()]


def test_whole_samples_alone_are_exported_unless_others_are_wanted(
    project: Project, done: dict[str, Assignment]
) -> None:
    data, written = exported(project)
    assert texts(data) == [OTHER_WORDS]
    assert reasons(written) == {"unfinished_samples": 2}
    data, written = exported(project, with_unfinished=True)
    assert texts(data) == [OTHER_WORDS, None, None]
    assert reasons(written) == {}


def test_a_finished_sample_that_lacks_something_is_left_out_and_counted(
    people: Cast, project: Project, done: dict[str, Assignment]
) -> None:
    """However it came to be so: the workflow lets no sample get there."""
    judge(done["objects"], people)
    Sample.objects.filter(pk=done["objects"].sample_id).update(state="done")
    data, written = exported(project)
    assert data == b""
    assert reasons(written) == {"unfinished_samples": 2, "incomplete_samples": 1}


def test_withdrawn_samples_are_counted_and_never_exported(
    people: Cast, project: Project, done: dict[str, Assignment]
) -> None:
    Sample.objects.filter(pk=done["objects"].sample_id).update(state="withdrawn")
    data, written = exported(project, with_unfinished=True)
    assert texts(data) == [None, None]
    assert reasons(written) == {"withdrawn_samples": 1}


def test_only_what_was_approved_is_a_choice(
    people: Cast, project: Project, done: dict[str, Assignment]
) -> None:
    judge(done["second"], people, "approved")
    data, written = exported(project, only_approved=True)
    assert data == b"", "nobody approved the objects"
    assert reasons(written) == {"unfinished_samples": 2, "unapproved_samples": 1}
    judge(done["objects"], people, "approved")
    data, written = exported(project, only_approved=True)
    (line,) = data.splitlines()
    assert [(row["stage"], row["index"]) for row in json.loads(line)["rounds"]] == [
        ("objects", 1),
        ("description", 2),
    ]
    assert reasons(written) == {"unfinished_samples": 2, "unapproved": 1}


def test_of_approved_answers_alone_no_rejected_one_comes_back(
    people: Cast, project: Project, done: dict[str, Assignment]
) -> None:
    for name in ("objects", "second"):
        judge(done[name], people, "approved")
    judge(done["first"], people)
    data, written = exported(project, only_approved=True, with_rejected=True)
    assert b"A tree." not in data
    assert written.left_out["rejected"] == 1


@pytest.mark.parametrize("name", ["iiw-jsonl", "coco", "finetuning"])
def test_what_rests_on_rejected_work_is_marked(
    people: Cast, project: Project, done: dict[str, Assignment], name: str
) -> None:
    assert marks(exported(project, name)[0], name) == {False}
    judge(done["first"], people)
    data, written = exported(project, name)
    assert True in marks(data, name)
    assert written.left_out["rejected"] == 1
    judge(done["first"], people, "approved")
    assert marks(exported(project, name)[0], name) == {False}


def marks(data: bytes, name: str) -> set[bool]:
    """What the records of a file say about resting on rejected work."""
    if name == "iiw-jsonl":
        records = [json.loads(line) for line in data.splitlines()]
    elif name == "coco":
        records = json.loads(data)["captions"]
    else:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            lines = archive.read("detailed_description.jsonl").splitlines()
        records = [json.loads(line) for line in lines]
    return {record.get("rests_on_rejected", False) for record in records}


def test_the_round_that_rests_on_rejected_work_is_marked_and_no_other(
    people: Cast, project: Project, done: dict[str, Assignment]
) -> None:
    judge(done["first"], people)
    (line,) = exported(project)[0].splitlines()
    rounds = [(row["stage"], row["rests_on_rejected"]) for row in json.loads(line)["rounds"]]
    assert rounds == [("objects", False), ("description", True)]


def test_an_export_over_the_api_is_of_whole_samples_and_says_what_it_left_out(
    people: Cast, project: Project, done: dict[str, Assignment]
) -> None:
    path = f"/api/v1/projects/{project.pk}/exports"
    client = client_of(people.lead)
    begun = client.post(path, {"format": "iiw-jsonl"}, format="json").json()
    assert (begun["with_unfinished"], begun["only_approved"]) == (False, False)
    jobs.run(begun["job"]["id"])
    (made,) = client.get(path).json()
    assert (made["samples"], made["left_out"]["unfinished_samples"]) == (1, 2)
    approved = {"format": "iiw-jsonl", "only_approved": True}
    jobs.run(client.post(path, approved, format="json").json()["job"]["id"])
    made = client.get(path).json()[0]
    assert (made["samples"], made["left_out"]["unapproved_samples"]) == (0, 1)


def test_the_command_line_exports_the_same_and_says_so(
    project: Project, done: dict[str, Assignment], tmp_path: Any, capsys: Any
) -> None:
    path = tmp_path / "out.jsonl"
    call_command("export", project.pk, format="iiw-jsonl", output=str(path))
    assert texts(path.read_bytes()) == [OTHER_WORDS]
    assert "2 samples left out: unfinished" in capsys.readouterr().out
    call_command("export", project.pk, "--only-approved", format="iiw-jsonl", output=str(path))
    assert path.read_bytes() == b""
    assert "1 samples left out: unapproved" in capsys.readouterr().out
