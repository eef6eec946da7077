"""Work alone is exported, and what was rejected or dropped only where somebody asks for it."""

import json
from io import BytesIO
from typing import Any

import pytest

from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import Written, write
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast
from tests.exchange.captions import caption, caption_project, correct, picture, reject, settle, vote
from tests.exchange.files import Silent

pytestmark = pytest.mark.django_db


def exported(project: Project, name: str, **wanted: Any) -> tuple[str, Written]:
    out = BytesIO()
    selection = Selection(**{"with_unfinished": True} | wanted)
    written = write(
        out, project=project, format_=FORMATS[name], selection=selection, watcher=Silent()
    )
    return out.getvalue().decode(), written


def reasons(written: Written) -> dict[str, int]:
    """How much was left out, by the reasons that there were."""
    return {reason: number for reason, number in written.left_out.items() if number}


@pytest.fixture
def captions(project: Project, people: Cast) -> dict[str, Annotation]:
    """Captions called by their text: one good, one rejected, one dropped, and no work at all."""
    sample = picture(caption_project(project), "VizWiz_train_00000007.jpg", split="train")
    made = {}
    for index, text in enumerate(["good", "rejected", "dropped", "both"], start=1):
        made[text] = caption(sample, text, index=index, by=people.ada)
    for index, purpose in enumerate(["gold", "practice", "test"], start=1):
        caption(sample, purpose, index=index, by=people.ada, purpose=purpose)
    reject(made["rejected"], people.ada)
    reject(made["both"], people.ben)
    for text in ("dropped", "both"):
        settle(made[text], kept=False)
    settle(made["good"], kept=True)
    return made


LEFT_OUT = {"rejected", "dropped", "both", "gold", "practice", "test"}


@pytest.mark.parametrize("name", ["coco", "iiw-jsonl", "textcaps", "vizwiz-captions"])
def test_what_is_no_good_work_is_left_out_of_every_format(
    project: Project, captions: dict[str, Annotation], name: str
) -> None:
    data, written = exported(project, name)
    assert '"good"' in data
    assert {text for text in LEFT_OUT if f'"{text}"' in data.replace('"test":', "")} == set()
    assert reasons(written) == {"rejected": 2, "dropped": 1}


@pytest.mark.parametrize(
    ("wanted", "texts", "left_out"),
    [
        (
            {"with_rejected": True},
            {"good", "rejected"},
            {"dropped": 2},
        ),
        (
            {"with_dropped": True},
            {"good", "dropped"},
            {"rejected": 2},
        ),
        (
            {"with_rejected": True, "with_dropped": True},
            {"good", "rejected", "dropped", "both"},
            {},
        ),
    ],
)
def test_a_lead_may_ask_for_what_was_rejected_or_dropped(
    project: Project,
    captions: dict[str, Annotation],
    wanted: dict[str, bool],
    texts: set[str],
    left_out: dict[str, int],
) -> None:
    data, written = exported(project, "vizwiz-captions", **wanted)
    rows = {row["caption"]: row["is_rejected"] for row in json.loads(data)["annotations"]}
    assert set(rows) == texts
    assert rows == {text: text != "good" for text in texts}
    assert reasons(written) == left_out


def test_votes_about_an_answer_go_where_the_answer_goes(
    project: Project, captions: dict[str, Annotation]
) -> None:
    for text in ("good", "dropped"):
        vote(captions[text])
    (line,) = exported(project, "iiw-jsonl")[0].splitlines()
    rounds = json.loads(line)["rounds"]
    assert [each["kind"] for each in rounds] == ["caption.v1", "vote.v1"]
    assert rounds[1]["judges"] == 0
    (line,) = exported(project, "iiw-jsonl", with_dropped=True)[0].splitlines()
    rounds = json.loads(line)["rounds"]
    judged = [
        rounds[each["judges"]]["answer"]["text"] for each in rounds if "votes" in each["answer"]
    ]
    assert judged == ["good", "dropped"]


def test_only_the_images_of_a_split_and_what_is_left_out_of_it(
    project: Project, captions: dict[str, Annotation], people: Cast
) -> None:
    other = picture(project, "VizWiz_val_00000008.jpg", split="val")
    caption(other, "of val", by=people.ben)
    data, written = exported(project, "vizwiz-captions", split="val")
    assert [row["caption"] for row in json.loads(data)["annotations"]] == ["of val"]
    assert (written.samples, reasons(written)) == (1, {})


@pytest.fixture
def misspelt(project: Project, people: Cast) -> Sample:
    sample = picture(caption_project(project), "a.jpg")
    row = caption(sample, "A lamp on a tabel.", by=people.ada)
    correct(row, "tabel", "table", people.owner)
    caption(sample, "A second lamp.", index=2, by=people.ben)
    return sample


@pytest.mark.parametrize(
    ("name", "part", "text", "typed"),
    [
        ("vizwiz-captions", "annotations", "caption", "original_caption"),
        ("textcaps", "data", "caption_str", "original_caption_str"),
    ],
)
def test_a_corrected_text_is_exported_with_the_original_beside_it(
    project: Project, misspelt: Sample, name: str, part: str, text: str, typed: str
) -> None:
    first, second = json.loads(exported(project, name)[0])[part]
    assert (first[text], first[typed]) == ("A lamp on a table.", "A lamp on a tabel.")
    assert second[text] == "A second lamp."
    assert typed not in second


def test_references_of_textcaps_are_the_corrected_ones(project: Project, misspelt: Sample) -> None:
    first, _ = json.loads(exported(project, "textcaps")[0])["data"]
    assert first["reference_strs"] == ["A lamp on a table.", "A second lamp."]
    assert first["caption_tokens"][-2] == "table"


def test_rounds_keep_the_answer_and_say_the_correction(project: Project, misspelt: Sample) -> None:
    (line,) = exported(project, "iiw-jsonl")[0].splitlines()
    first, second = json.loads(line)["rounds"]
    assert first["answer"]["text"] == "A lamp on a tabel."
    assert first["corrected"] == {"text": "A lamp on a table."}
    assert second["corrected"] is None


def test_coco_has_captions_but_not_the_canned_ones(project: Project, people: Cast) -> None:
    sample = picture(caption_project(project), "a.jpg")
    caption(sample, "A lamp.", index=1, by=people.ada)
    caption(sample, "Too dark.", index=2, by=people.ben, answer={"canned": True})
    data = json.loads(exported(project, "coco")[0])
    assert [each["caption"] for each in data["captions"]] == ["A lamp."]
