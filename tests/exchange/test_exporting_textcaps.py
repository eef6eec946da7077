"""The layouts of the TextCaps release: captions with references, and the text in the images."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main
from annotate.exchange.exports.textcaps import tokens
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.exchange.captions import OCR, caption, caption_project, picture
from tests.exchange.test_what_is_exported import exported

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parents[1] / "analysis/data/textcaps"
RELEASED = json.loads((FOLDER / "textcaps_0.1_sample.json").read_text())
READ = json.loads((FOLDER / "rosetta_ocr_v0.2_sample.json").read_text())
# What the release knows from elsewhere and a project does not.
UNKNOWN = {"image_classes", "flickr_original_url", "flickr_300k_url"}


def data_of(project: Project, name: str = "textcaps", **wanted: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(exported(project, name, **wanted)[0])
    return found


def test_the_released_sample_comes_out_as_it_was_released(project: Project) -> None:
    caption_project(project)
    samples = {}
    for row in RELEASED["data"]:
        key = row["image_id"]
        size = {"width": row["image_width"], "height": row["image_height"]}
        if key not in samples:
            samples[key] = picture(project, f"{key}.jpg", split=row["set_name"], **size)
        caption(samples[key], row["caption_str"], index=samples[key].annotations.count() + 1)
    data = data_of(project, split="train")
    assert {**data, "data": []} == {**RELEASED, "data": []}
    assert len(data["data"]) == len(RELEASED["data"])
    for found, expected in zip(data["data"], RELEASED["data"], strict=True):
        assert found.keys() == expected.keys()
        known = {key: value for key, value in expected.items() if key not in UNKNOWN}
        assert {key: found[key] for key in known} == known
    assert data["data"][0]["image_classes"] == []


@pytest.mark.parametrize("row", RELEASED["data"], ids=lambda row: str(row["caption_id"]))
def test_captions_are_cut_up_as_in_the_release(row: dict[str, Any]) -> None:
    assert tokens(row["caption_str"]) == row["caption_tokens"]


def test_an_image_without_captions_has_no_entry(project: Project) -> None:
    picture(caption_project(project), "a.jpg")
    assert data_of(project)["data"] == []


def test_the_text_in_an_image_comes_out_as_it_was_released(project: Project) -> None:
    """Boxes are stored in hundredths of a pixel, so shares agree to half a hundredth of one."""
    (record,) = READ["data"]
    width, height = 1024, 702
    sample = picture(
        caption_project(project, OCR), f"{record['image_id']}.jpg", width=width, height=height
    )
    found = [
        {
            "id": f"t{number}",
            "text": each["word"],
            "box": {
                "x": round(each["bounding_box"]["top_left_x"] * width, 2),
                "y": round(each["bounding_box"]["top_left_y"] * height, 2),
                "width": round(each["bounding_box"]["width"] * width, 2),
                "height": round(each["bounding_box"]["height"] * height, 2),
            },
            "derived_from": [],
            "legible": True,
        }
        for number, each in enumerate(record["ocr_info"])
    ]
    caption(sample, "", value={"tokens": found}, kind="ocr.v1", stage_key="ocr")
    (written,) = data_of(project, "textcaps-ocr")["data"]
    assert written.keys() == record.keys()
    assert written["image_id"] == record["image_id"]
    assert written["ocr_tokens"] == record["ocr_tokens"]
    for ours, theirs in zip(written["ocr_info"], record["ocr_info"], strict=True):
        assert ours["bounding_box"].keys() == theirs["bounding_box"].keys()
        for key in ("top_left_x", "top_left_y", "width", "height"):
            share = theirs["bounding_box"][key]
            assert ours["bounding_box"][key] == pytest.approx(share, abs=0.005 / height + 1e-9)


def token(text: str, **changes: Any) -> dict[str, Any]:
    box = {"x": 1.0, "y": 2.0, "width": 40.0, "height": 30.0}
    return {"id": text, "text": text, "box": box, "derived_from": [], "legible": True, **changes}


def test_a_person_corrects_the_machine_and_the_illegible_is_left_out(
    project: Project, people: Cast
) -> None:
    project = caption_project(project, OCR)
    for name in ("read.jpg", "corrected.jpg", "neither.jpg"):
        sample = picture(project, name)
        if name != "neither.jpg":
            seed = {"tokens": [token("EX1T")]}
            caption(sample, "", index=0, value=seed, kind="ocr.v1", stage_key="ocr", origin="model")
        if name == "corrected.jpg":
            value = {"tokens": [token("EXIT"), token("", id="x", legible=False)]}
            caption(sample, "", value=value, kind="ocr.v1", stage_key="ocr", by=people.ada)
    data = data_of(project, "textcaps-ocr")["data"]
    assert [(row["image_id"], row["ocr_tokens"]) for row in data] == [
        ("read", ["EX1T"]),
        ("corrected", ["EXIT"]),
    ]
    read = data_of(project, "textcaps-ocr-read")["data"]
    assert [(row["image_id"], row["ocr_tokens"]) for row in read] == [
        ("read", ["EX1T"]),
        ("corrected", ["EX1T"]),
    ]
    box = data[0]["ocr_info"][0]["bounding_box"]
    assert (box["top_left_x"], box["width"], box["height"]) == (1 / 400, 0.1, 0.1)


def test_statistics_and_reading_are_measured_on_the_exported_files(
    project: Project, people: Cast, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two words stand there, and the machine read one of them and one that is none."""
    sample = picture(caption_project(project, OCR), "a.jpg")
    far = {"x": 200.0, "y": 200.0, "width": 40.0, "height": 30.0}
    seed = {"tokens": [token("EXIT"), token("X", box=far)]}
    caption(sample, "", index=0, value=seed, kind="ocr.v1", stage_key="ocr", origin="model")
    value = {"tokens": [token("EXIT"), token("NOW", box=far)]}
    caption(sample, "", value=value, kind="ocr.v1", stage_key="ocr", by=people.ada)
    caption(sample, "A green exit sign above a door.", index=1, by=people.ben)
    caption(sample, "A door and a wall.", index=2, by=people.cleo)
    files = {}
    for name in ("textcaps", "textcaps-ocr", "textcaps-ocr-read"):
        files[name] = tmp_path / name
        files[name].write_text(exported(project, name)[0])
    captions, truth, read = map(str, files.values())
    assert main(["ocr", captions, "--tokens", read, "--truth", truth, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["captions"]["captions_with_token"] == 0.5
    assert (report["reading"]["precision"], report["reading"]["recall"]) == (0.5, 0.5)
