"""The parts of the command harms read files of stages and find what was planted in them."""

import csv
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main
from annotate.analysis.harms.mention_data import Shown
from annotate.analysis.harms.synsets import meanings
from annotate.analysis.undefined import Undefined
from tests.analysis.harms import unequal_mentions

TRUTH = ["A black man stands in front of a car.", "A woman wears a turban.", "A dog.", "A woman."]
SAID = ["A boy stands with a gun.", "A girl on a bench.", "A cat.", "A tree."]


@pytest.fixture(autouse=True)
def _wordnet() -> None:
    found = meanings()
    if isinstance(found, Undefined):
        pytest.fail(found.reason)


def lines(path: Path, rows: Iterable[Mapping[str, object]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return str(path)


def texts(path: Path, said: list[str]) -> str:
    return lines(path, ({"image": str(at), "text": text} for at, text in enumerate(said)))


@pytest.fixture
def stages(tmp_path: Path) -> dict[str, str]:
    """Two stages of four images, and groups as CSV."""
    groups = tmp_path / "groups.csv"
    with groups.open("w", newline="") as file:
        csv.writer(file).writerows([("image", "group"), (0, "x"), (1, "y"), (2, ""), (3, "y")])
    return {
        "truth": texts(tmp_path / "truth.jsonl", TRUTH),
        "said": texts(tmp_path / "said.jsonl", SAID),
        "groups": str(groups),
    }


def report(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    assert main(["harms", *map(str, arguments), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["assumptions"]
    return found


def test_context_finds_its_cases_and_says_why_there_is_no_figure_without_a_truth(
    stages: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = report(capsys, "context", stages["said"], "--truth", stages["truth"])
    cases = {each["harm"]: [case["image"] for case in each["cases"]] for each in found["harms"]}
    assert cases == {
        "black_man_boy": ["0"],
        "woman_girl": ["1"],
        "black_person_weapon": ["0"],
        "black_person_animal": [],
    }
    alone = report(capsys, "context", stages["said"])
    assert alone["any"]["value"] is None
    assert "ground truth" in alone["any"]["undefined"]


def test_a_group_says_of_the_largest_person_what_it_is_given_to_mean(
    stages: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vague = texts(tmp_path / "vague.jsonl", ["A person."] * 4)
    arguments = ["context", stages["said"], "--truth", vague, "--groups", stages["groups"]]
    assert report(capsys, *arguments)["any"]["value"] == 0
    found = report(capsys, *arguments, "--means", "x=black,man")
    assert [len(each["cases"]) for each in found["harms"]] == [1, 0, 1, 0]
    assert main(["harms", *arguments, "--means", "x=tall"]) == 2


def test_inclusion_tells_scenarios_and_needs_groups_for_what_it_keeps(
    stages: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["inclusion", stages["said"], "--truth", stages["truth"]]
    bare = report(capsys, *arguments)
    assert "two groups" in bare["kept"]["undefined"]
    assert {"gun.n.01", "cat.n.01", "bench.n.01"} <= {row["name"] for row in bare["all"]}
    assert bare["kinds_without_list"] == ["object"]
    grouped = report(capsys, *arguments, "--groups", stages["groups"])
    gun = next(row for row in grouped["kept"] if row["name"] == "gun.n.01")
    assert gun["association"]["group"] == "x"
    assert gun["false_positive_rate"]["value"] == 0.25


def test_identity_counts_by_stage_and_rest(
    stages: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ocr = tmp_path / "ocr.json"
    ocr.write_text(json.dumps({"data": [{"image_id": "3", "ocr_tokens": ["WOMEN"]}]}), "utf-8")
    given = lines(tmp_path / "given.jsonl", [{"image": "1", "given": "woman, Kenyan"}])
    found = report(
        capsys,
        *("identity", f"S3={stages['truth']}", f"S4={stages['said']}"),
        *("--ocr", ocr, "--given", given, "--groups", stages["groups"]),
    )
    gender = {each["stage"]: each for each in found["namings"] if each["axis"] == "gender"}
    assert gender["S3"]["rests_on"] == {"visible_text": 1, "given": 1, "nothing": 1}
    assert gender["S4"]["rests_on"] == {"visible_text": 0, "given": 1, "nothing": 1}
    assert gender["S3"]["groups"]["y"]["value"] == 1
    assert gender["S3"]["agreement"]["named_alpha"]["undefined"]


def test_absent_counts_people_and_what_they_wear(
    stages: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = report(capsys, "absent", stages["said"], "--truth", stages["truth"])
    assert found["nobody_mentioned"]["value"] == pytest.approx(1 / 3)
    missing = {row["name"]: row["cases"] for row in found["concepts"]}
    assert missing["turban.n.01"] == ["1"]
    assert missing["woman.n.01"] == ["3"]


def coco(path: Path, images: Iterable[Shown]) -> str:
    """Write boxes as COCO's instances have them."""
    rows: dict[str, list[dict[str, Any]]] = {"images": [], "annotations": [], "categories": []}
    names: dict[str, int] = {}
    for image in images:
        rows["images"].append({"id": image.image, "width": image.width, "height": image.height})
        for name, boxes in image.boxes.items():
            category = names.setdefault(name, len(names))
            rows["annotations"] += [
                {
                    "image_id": image.image,
                    "category_id": category,
                    "bbox": [box.x, box.y, box.width, box.height],
                }
                for box in boxes
            ]
    rows["categories"] = [{"id": at, "name": name} for name, at in names.items()]
    path.write_text(json.dumps(rows), "utf-8")
    return str(path)


@pytest.fixture
def mentions(tmp_path: Path) -> list[str]:
    """A world of unequal mentions as files."""
    world = unequal_mentions.world(1, 900, ("tie", "dog"))
    said = [{"image": each.image, "text": _sentence(each.mentioned)} for each in world]
    groups = [{"image": each.image, "group": each.group} for each in world]
    return [
        *("mentions", lines(tmp_path / "said.jsonl", said)),
        *("--boxes", coco(tmp_path / "boxes.json", world)),
        *("--groups", lines(tmp_path / "groups.jsonl", groups), "--pair", "a,b"),
        *("--types", "2", "--splits", "20", "--more-than", "15", "--draws", "40"),
    ]


def _sentence(words: Iterable[str]) -> str:
    return " ".join(f"A {word}." for word in sorted(words)) or "Nothing."


def test_mentions_finds_the_planted_effect_and_says_what_many_tests_leave(
    mentions: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = report(capsys, *mentions)
    assert found["done"]
    tie = next(row for row in found["rows"] if row["type"].startswith(("tie", "necktie")))
    over = tie["coefficient_over_images"]
    assert over["low"] < unequal_mentions.EFFECTS["tie"] < over["high"]
    assert found["many_tests"]["tested"] == 2
    assert found["many_tests"]["expected_by_chance"] == pytest.approx(0.1)
    assert "Holm" in found["many_tests"]["note"]


def test_mentions_stopped_half_way_goes_on_to_the_same_figures(
    mentions: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = report(capsys, *mentions)
    state = ["--state", str(tmp_path / "state.json"), "--save-every", "0"]
    half = report(capsys, *mentions, *state, "--stop-after", "1")
    assert (half["types_done"], half["done"]) == (1, False)
    assert report(capsys, *mentions, *state) == whole
    assert main(["harms", *mentions, *state, "--seed", "2"]) == 2
    assert "other images or another plan" in capsys.readouterr().err


def test_people_reads_boxes_and_tells_groups_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = tmp_path / "image_data.json"
    sizes.write_text(json.dumps([{"image_id": at, "width": 10, "height": 10} for at in (0, 1, 2)]))
    objects = [
        {"image_id": at, "objects": [{"names": ["guy"], "x": 0, "y": 0, "w": side, "h": side}]}
        for at, side in enumerate((5, 5, 1))
    ]
    boxes = tmp_path / "objects.json"
    boxes.write_text(json.dumps(objects), "utf-8")
    said = texts(tmp_path / "said.jsonl", ["A man.", "A tree.", "A tree."])
    groups = lines(tmp_path / "g.jsonl", [{"image": 0, "group": "x"}, {"image": 1, "group": "y"}])
    arguments = ["people", f"S4={said}", "--boxes", boxes, "--groups", groups]
    found = report(capsys, *arguments, "--sizes", sizes)["stages"][0]
    assert (found["not_mentioned"]["value"], found["not_mentioned"]["n"]) == (0.5, 2)
    assert found["cases"] == ["1"]
    assert found["differences"][0]["value"] == -1
    assert main(["harms", *map(str, arguments)]) == 2
    assert "no size" in capsys.readouterr().err


@pytest.mark.parametrize(
    "part",
    [
        ["inclusion", "{said}", "--truth", "{truth}"],
        ["context", "{said}", "--truth", "{truth}"],
        ["absent", "{said}", "--truth", "{truth}"],
        ["identity", "{said}"],
    ],
)
def test_every_part_prints_tables_and_what_is_assumed(
    part: list[str], stages: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["harms", *(each.format(**stages) for each in part)]) == 0
    assert "Assumptions: " in capsys.readouterr().out


def test_a_file_of_groups_with_two_for_an_image_is_refused(
    stages: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = lines(tmp_path / "g.jsonl", [{"image": 1, "group": name} for name in "xy"])
    assert main(["harms", "identity", stages["said"], "--groups", twice]) == 2
    assert "line 2: image 1 has another group already" in capsys.readouterr().err
