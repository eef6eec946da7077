"""CLIPScore by a server of embeddings, from the command over HTTP to the figures."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from annotate.analysis.__main__ import lend
from annotate.analysis.commands import main
from annotate.analysis.undefined import Undefined
from annotate.backends.openai import embedding
from annotate.backends.openai.embedding import ServerEmbedder
from tests.backends.openai.conftest import Connected
from tests.backends.standin.api import StandIn
from tests.backends.standin.wire import Said

COLOURS = {"red": (200, 30, 30), "blue": (30, 30, 200)}
Told = Callable[..., dict[str, Any]]


def seen(told: str | bytes) -> list[float]:
    """What a model would that knows two colours: of a picture and of a text alike."""
    if isinstance(told, bytes):
        with Image.open(io.BytesIO(told)) as picture:
            return [float(mean) for mean in np.asarray(picture).mean(axis=(0, 1))]
    words = told.lower().replace(".", "").split()
    colours = [COLOURS[word] for word in words if word in COLOURS] or [(1, 1, 1)]
    return [float(mean) for mean in np.mean(colours, axis=0)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    for name, colour in COLOURS.items():
        Image.new("RGB", (900, 300), colour).save(tmp_path / f"{name}.png")
    items = [
        {"image": "red.png", "candidate": "A red kite.", "references": ["Red."]},
        {"image": "blue.png", "candidate": "A red kite.", "references": ["The blue sea.", "Red."]},
    ]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(items))
    return path


@pytest.fixture
def told(address: str, standin: StandIn, capsys: pytest.CaptureFixture[str]) -> Told:
    standin.embed = seen

    def run(command: str, *arguments: object, server: str = address) -> dict[str, Any]:
        options = ("--server", server, "--model", "clip", "--json")
        assert main([command, *map(str, arguments), *options], lend) == 0
        report: dict[str, Any] = json.loads(capsys.readouterr().out)
        return report

    return run


def test_scores_are_those_of_the_vectors_that_came(told: Told, file: Path, address: str) -> None:
    report = told("clipscore", file)
    red, blue = map(np.array, COLOURS.values())
    cosine = float(red @ blue / np.linalg.norm(red) / np.linalg.norm(blue))
    assert report["per_item"]["clipscore"] == pytest.approx([2.5, 2.5 * cosine], abs=0.02)
    # The second candidate is like one of its references, word for word.
    half = 2 / (1 / (2.5 * cosine) + 1)
    assert report["per_item"]["refclipscore"][1] == pytest.approx(half, abs=0.02)
    assert report["model"] == {"model": "clip", "server": address, "cut": "0"}


def test_pictures_are_sent_small_and_one_by_one(told: Told, standin: StandIn, file: Path) -> None:
    sizes = []

    def noting(told: str | bytes) -> list[float]:
        if isinstance(told, bytes):
            with Image.open(io.BytesIO(told)) as picture:
                sizes.append(picture.size)
        return seen(told)

    standin.embed = noting
    told("clipscore", file)
    assert sizes == [(448, 149), (448, 149)]
    assert [len(each.get("input", ["one"])) for each in standin.embedded] == [1, 1, 2, 3]


def test_many_texts_go_in_several_requests_and_come_back_in_their_order(
    connected: Connected, standin: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "AT_ONCE", 3)
    rows = ServerEmbedder(connected()).texts(["x" * length for length in range(1, 9)])
    assert not isinstance(rows, Undefined)
    assert rows.tolist() == [[float(length), 1.0] for length in range(1, 9)]
    assert sorted(len(each["input"]) for each in standin.embedded) == [2, 3, 3]


def test_a_busy_server_is_asked_again(told: Told, standin: StandIn, file: Path) -> None:
    standin.faults.extend([Said(503, {"error": {"message": "Loading."}}), None])
    assert told("clipscore", file)["clipscore"] is not None


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Said(404, {"error": {"message": "The model `clip` does not exist."}}), "does not exist"),
        (Said(200, {"data": []}), "gave no vectors"),
        (Said(200, {"data": [{"index": 0, "embedding": ["a"]}]}), "gave no vectors"),
        (Said(200, {"data": [{"index": 0, "embedding": [1.0]}]}), "several lengths"),
        (Said(200, ["odd"]), "gave no vectors"),
    ],
)
def test_what_a_server_does_not_give_leaves_figures_undefined_with_the_reason(
    told: Told, standin: StandIn, file: Path, fault: Said, why: str
) -> None:
    standin.faults.append(fault)
    report = told("clipscore", file)
    assert report["clipscore"] is None
    assert why in report["undefined"]["clipscore"]


def test_servers_of_one_s_own_network_must_be_allowed(told: Told, file: Path) -> None:
    report = told("clipscore", file, server="http://127.0.0.1:9/v1")
    assert report["clipscore"] is None
    assert "https" in report["undefined"]["clipscore"].lower()


def test_what_is_no_address_is_said(told: Told, file: Path) -> None:
    report = told("clipscore", file, server="nowhere")
    assert report["undefined"]["clipscore"] == "This is no address of a server."


def test_bertscore_needs_tokens_which_a_server_keeps_to_itself(told: Told, tmp_path: Path) -> None:
    path = tmp_path / "texts.json"
    path.write_text(json.dumps([{"candidate": "a kite", "references": ["the kite"]}]))
    for layer in ([], ["--layer", "0"]):
        report = told("bertscore", path, *layer, "--idf")
        assert report["f1"] is None
        assert "one vector for a whole text" in report["undefined"]["f1"]


def test_a_picture_that_cannot_be_read_is_named(
    told: Told, file: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    (file.parent / "red.png").unlink()
    options = ["--server", address, "--model", "clip", "--json"]
    assert main(["clipscore", str(file), *options], lend) == 2
    assert "red.png" in capsys.readouterr().err


def test_the_key_is_of_the_environment(
    told: Told, standin: StandIn, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standin.key = "secret-of-the-server"
    assert "401" in told("clipscore", file)["undefined"]["clipscore"]
    monkeypatch.setenv("EMBEDDINGS_KEY", standin.key)
    assert told("clipscore", file)["clipscore"] is not None
