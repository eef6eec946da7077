"""Scores by models, from the command to the weights, against the definitions done slowly."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from annotate.analysis.__main__ import lend
from annotate.analysis.commands import main
from annotate.analysis.undefined import Undefined
from annotate.backends.base import Availability
from annotate.backends.transformers import library
from annotate.messages import Message
from tests.backends.tiny import shelf

ITEMS: list[dict[str, Any]] = [
    {"image": "0.png", "candidate": "a red kite", "references": ["the red kite over the sea"]},
    {"image": "1.png", "candidate": "two dogs?", "references": ["a dog", "two balls , a dog"]},
    {"image": "2.png", "candidate": "The Sea!", "references": ["a blue kite", "the blue sea"]},
]
LONG = " ".join(["red kite"] * 30)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    colours = np.random.default_rng(1).integers(0, 256, (6, 40, 48, 3), dtype=np.uint8)
    for at, pixels in enumerate(colours):
        Image.fromarray(pixels).save(tmp_path / f"{at}.png")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(ITEMS))
    return path


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(command: str, *arguments: object) -> dict[str, Any]:
        capsys.readouterr()
        roots = ("--models-root", str(shelf.root()), "--json")
        assert main([command, *map(str, arguments), *roots], lend) == 0
        report: dict[str, Any] = json.loads(capsys.readouterr().out)
        return report

    return run


def vectors(text: str, layer: int) -> list[tuple[int, list[float]]]:
    """The tokens of one text by itself, with their vectors."""
    import torch
    from transformers import AutoTokenizer, BertModel

    ids = AutoTokenizer.from_pretrained(shelf.bert())(text)["input_ids"]
    with torch.inference_mode():
        model = BertModel.from_pretrained(shelf.bert()).eval()
        states = model(torch.tensor([ids]), output_hidden_states=True).hidden_states
    return list(zip(ids, states[layer][0].tolist(), strict=True))


def cosine(one: list[float], other: list[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / math.hypot(*one) / math.hypot(*other)


def slow_bert_score(candidate: str, reference: str, idf: dict[int, float]) -> list[float]:
    """Zhang et al. 2020, §3, a sum at a time."""
    own, other = vectors(candidate, 2), vectors(reference, 2)

    def side(these: Any, those: Any) -> float:
        weights = [0.0 if token in (2, 3) else idf.get(token, idf[-1]) for token, _ in these]
        best = [max(cosine(vector, beside) for _, beside in those) for _, vector in these]
        total = sum(weight * near for weight, near in zip(weights, best, strict=True))
        return total / sum(weights)

    precision, recall = side(own, other), side(other, own)
    return [precision, recall, 2 * precision * recall / (precision + recall)]


@pytest.mark.parametrize("rare", [False, True])
def test_bertscore_is_the_definition_done_slowly(rare: bool, file: Path, told: Any) -> None:
    shelf.bert()
    idf = {-1: 1.0}
    if rare:
        references = [text for item in ITEMS for text in item["references"]]
        having = [{token for token, _ in vectors(text, 0)} - {2, 3} for text in references]
        number = len(references)
        idf = {
            token: math.log((number + 1) / (1 + sum(token in own for own in having)))
            for token in set.union(*having)
        } | {-1: math.log(number + 1)}
    options = ["--idf"] if rare else []
    report = told("bertscore", file, "--model", "tiny-bert", "--layer", 2, *options)
    for place, item in enumerate(ITEMS):
        scores = [slow_bert_score(item["candidate"], text, idf) for text in item["references"]]
        for name, values in zip(
            ("precision", "recall", "f1"), zip(*scores, strict=True), strict=True
        ):
            assert report["per_item"][name][place] == pytest.approx(max(values), abs=1e-5)
    assert report["f1"] == pytest.approx(np.mean(report["per_item"]["f1"]))
    assert report["intervals"]["f1"]["n"] == 3
    assert report["model"]["model"] == "tiny-bert"
    assert len(report["model"]["digest"]) == 16


def test_a_text_is_as_near_to_itself_as_can_be(tmp_path: Path, told: Any) -> None:
    shelf.bert()
    file = tmp_path / "same.json"
    file.write_text(json.dumps([{"candidate": "a red kite", "references": ["a red kite"]}]))
    report = told("bertscore", file, "--model", "tiny-bert", "--layer", 3)
    assert [report[name] for name in ("precision", "recall", "f1")] == pytest.approx([1, 1, 1])


def test_a_baseline_file_rescales_and_texts_without_a_token_have_no_score(
    tmp_path: Path, told: Any
) -> None:
    shelf.bert()
    file, lines = tmp_path / "mine.json", tmp_path / "baseline.csv"
    file.write_text(json.dumps([*ITEMS, {"candidate": " ", "references": ["a dog"]}]))
    lines.write_text("LAYER,P,R,F\n1,0.1,0.1,0.1\n2,0.5,0.25,0.2\n")
    options = (file, "--model", "tiny-bert", "--layer", 2)
    plain, scaled = told("bertscore", *options), told("bertscore", *options, "--baseline", lines)
    assert scaled["recall"] == pytest.approx((plain["recall"] - 0.25) / 0.75)
    assert scaled["f1"] == pytest.approx((plain["f1"] - 0.2) / 0.8)
    assert plain["per_item"]["f1"][3] is None


def test_clipscore_is_the_cosine_that_the_model_itself_works_out(file: Path, told: Any) -> None:
    import torch
    from transformers import AutoImageProcessor, AutoTokenizer, CLIPModel

    model = CLIPModel.from_pretrained(shelf.clip()).eval()
    processor = AutoImageProcessor.from_pretrained(shelf.clip())
    tokenize = AutoTokenizer.from_pretrained(shelf.clip())

    def both(image: str, text: str) -> tuple[float, torch.Tensor]:
        with torch.inference_mode():
            pixels = processor(Image.open(file.parent / image), return_tensors="pt")
            words = tokenize(f"A photo depicts {text}", return_tensors="pt")
            ids = words["input_ids"], words["attention_mask"]
            found = model(ids[0], pixels["pixel_values"], ids[1])
            near = float(found.logits_per_image / model.logit_scale.exp())
        return near, found.text_embeds[0]

    report = told("clipscore", file, "--model", "tiny-clip")
    for place, item in enumerate(ITEMS):
        near, vector = both(item["image"], item["candidate"])
        score = 2.5 * max(near, 0)
        others = [both(item["image"], text)[1] for text in item["references"]]
        best = max(0.0, *(float(vector @ other) for other in others))
        harmonic = 2 / (1 / score + 1 / best) if score and best else 0
        assert report["per_item"]["clipscore"][place] == pytest.approx(score, abs=1e-5)
        assert report["per_item"]["refclipscore"][place] == pytest.approx(harmonic, abs=1e-5)
    assert 0 < report["clipscore"] < 2.5
    assert report["model"]["cut"] == "0"


def test_two_sources_are_compared_in_pairs(file: Path, told: Any) -> None:
    shelf.clip()
    other = file.with_name("other.json")
    longer = [{**item, "candidate": LONG} for item in ITEMS]
    other.write_text(json.dumps(longer))
    report = told("clipscore", file, "--against", other, "--model", "tiny-clip")
    (first, second) = report["differences"]
    assert (first["figure"], first["first"], first["second"]) == ("clipscore", "mine", "other")
    means = [report["sources"][name]["clipscore"] for name in ("mine", "other")]
    assert first["difference"] == pytest.approx(means[1] - means[0])
    assert first["low"] <= first["difference"] <= first["high"]
    assert second["n"] == 3
    assert report["model"]["cut"] == "3"


def test_images_made_from_texts_are_held_against_the_original(
    tmp_path: Path, file: Path, told: Any
) -> None:
    shelf.clip()
    pairs = [{"image": "0.png", "generated": "0.png"}, {"image": "1.png", "generated": "4.png"}]
    rounds = tmp_path / "rounds.json"
    rounds.write_text(json.dumps(pairs))
    report = told("clipscore", rounds, "--model", "tiny-clip", "--images", file.parent)
    same, different = report["per_item"]["image_similarity"]
    assert same == pytest.approx(1)
    assert different < 0.999
    assert "clipscore" not in report


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("clipscore", [], "No model was named"),
        ("clipscore", ["--model", "nowhere"], "There is no model “nowhere”"),
        ("clipscore", ["--model", "tiny-bert"], "sees no images"),
        ("bertscore", ["--model", "tiny-clip", "--layer", "1"], "not CLIP's"),
        ("bertscore", ["--model", "tiny-bert"], "name one"),
    ],
)
def test_where_there_is_no_model_the_reason_stands(
    command: str, options: list[str], said: str, file: Path, told: Any
) -> None:
    shelf.bert(), shelf.clip()
    report = told(command, file, *options)
    names = ("clipscore", "refclipscore") if command == "clipscore" else ("precision", "f1")
    for name in names:
        assert report[name] is None
        assert said in report["undefined"][name]


def test_without_the_libraries_the_reason_stands(
    file: Path, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = Message("libraries_missing", names=("torch",))
    gone = Availability(available=False, reason=missing)
    monkeypatch.setattr(library, "availability", lambda: gone)
    shelf.bert()
    report = told("bertscore", file, "--model", "tiny-bert", "--layer", 2)
    assert "torch" in report["undefined"]["f1"]


def test_weights_as_pickles_are_not_run(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    (folder / "pytorch_model.bin").write_bytes(b"")
    refused = lend("old", [tmp_path])
    assert isinstance(refused, Undefined)
    assert "pytorch_model.bin" in refused.reason


@pytest.mark.parametrize(
    ("command", "items", "options", "said"),
    [
        ("clipscore", [{"candidate": "a kite"}], [], "item 0: image is missing"),
        ("clipscore", [{"image": "9.png", "candidate": "a"}], ["tiny-clip"], "cannot be read"),
        ("bertscore", [{"candidate": "a"}], [], "item 0: references is missing"),
        ("bertscore", ITEMS, ["tiny-bert", "--layer", "9"], "must lie between 0 and 3"),
    ],
)
def test_a_file_that_cannot_be_scored_is_named(
    command: str,
    items: list[dict[str, Any]],
    options: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shelf.bert(), shelf.clip()
    file = tmp_path / "items.json"
    file.write_text(json.dumps(items))
    model = ["--model", *options, "--models-root", str(shelf.root())] if options else []
    assert main([command, str(file), *model], lend) == 2
    assert said in capsys.readouterr().err


def test_the_table_says_what_figures_rest_on(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.clip()
    other = file.with_name("other.json")
    other.write_text(file.read_text())
    model = ["--model", "tiny-clip", "--models-root", str(shelf.root())]
    assert main(["clipscore", str(file), "--against", str(file), *model], lend) == 2
    capsys.readouterr()
    assert main(["clipscore", str(file), "--against", str(other), *model], lend) == 0
    printed = capsys.readouterr().out
    assert "CLIPScore (w = 2.5)" in printed
    assert "+0.0000" in printed
    assert "Holm's p" in printed
    assert "digest" in printed
