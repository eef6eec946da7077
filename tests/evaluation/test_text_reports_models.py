"""Reports score texts by models on this machine: the figures of the commands, made by the job."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image
from rest_framework.test import APIClient

from annotate.analysis.__main__ import lend
from annotate.analysis.commands import main
from annotate.evaluation.services import text_models
from annotate.images import storage as image_storage
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.backends.tiny import shelf
from tests.conftest import add_image
from tests.evaluation.text_report_acts import Json, measured, row_of, rows_of, sheet, upload
from tests.evaluation.text_report_scene import base, lead, storage

__all__ = ["base", "lead", "storage"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("storage")]

TEXTS = ["a red kite", "two dogs?", " ".join(["red kite"] * 30)]
REFERENCES = [["the red kite over the sea"], ["a dog", "two balls , a dog"], ["a blue kite"]]


@pytest.fixture
def pixels(project: Project, tmp_path: Path) -> Path:
    """Three images of the project, and the same as files."""
    colours = np.random.default_rng(1).integers(0, 256, (3, 40, 48, 3), dtype=np.uint8)
    for at, colour in enumerate(colours):
        drawn = io.BytesIO()
        Image.fromarray(colour).save(drawn, "PNG")
        (tmp_path / f"{at}.png").write_bytes(drawn.getvalue())
        image = add_image(project, external_id=f"{at}.png", name=f"{at}.png")
        Sample.objects.create(project=project, image=image)
        default_storage.save(image_storage.original(image.sha256), ContentFile(drawn.getvalue()))
    return tmp_path


@pytest.fixture
def models(settings: Any) -> None:
    settings.MODELS_ROOTS = [str(shelf.root())]
    shelf.clip()
    shelf.bert()


@pytest.fixture
def mine(lead: APIClient, base: str, pixels: Path) -> Json:
    rows = [{"image": f"{at}.png", "text": text} for at, text in enumerate(TEXTS)]
    return upload(lead, base, "mine", [*rows, {"image": "unknown", "text": "a ball"}])


@pytest.fixture
def others(lead: APIClient, base: str, pixels: Path) -> Json:
    rows = [
        {"image": f"{at}.png", "text": text} for at, own in enumerate(REFERENCES) for text in own
    ]
    return upload(lead, base, "people", rows)


def command(
    capsys: pytest.CaptureFixture[str], folder: Path, name: str, model: str
) -> dict[str, Any]:
    """What the command tells of the same texts."""
    items = [
        {"image": f"{at}.png", "candidate": text, "references": own}
        for at, (text, own) in enumerate(zip(TEXTS, REFERENCES, strict=True))
    ]
    path = folder / "items.json"
    path.write_text(json.dumps(items))
    extra = ["--layer", "2"] if name == "bertscore" else []
    roots = ["--models-root", str(shelf.root()), "--json"]
    capsys.readouterr()
    assert main([name, str(path), "--model", model, *extra, *roots], lend) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


@pytest.mark.usefixtures("models")
def test_the_fit_of_images_is_that_of_the_command(
    lead: APIClient,
    base: str,
    mine: Json,
    others: Json,
    pixels: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = {"measures": ["clipscore"], "references": others, "image_model": "tiny-clip"}
    report = measured(lead, base, mine, others, **asked)
    row, themselves = rows_of(report, "clipscore")
    told = command(capsys, pixels, "clipscore", "tiny-clip")
    assert row["figures"]["clipscore"] == pytest.approx(told["clipscore"], abs=1e-6)
    assert row["figures"]["refclipscore"] == pytest.approx(told["refclipscore"], abs=1e-6)
    for name in ("clipscore", "refclipscore"):
        assert row["intervals"][name]["low"] == pytest.approx(
            told["intervals"][name]["low"], abs=1e-6
        )
        assert row["intervals"][name]["n"] == 3
    assert (row["figures"]["clip_items"], row["figures"]["clip_left_out"]) == (3, 1)
    # Three words stand before each text, and the model reads twelve tokens.
    assert row["figures"]["clip_cut"] == 1
    assert row["model"].startswith("tiny-clip (")
    assert "the references themselves" in themselves["undefined"]["refclipscore"]["message"]
    assert themselves["figures"]["clipscore"] is not None
    single = sheet(lead, base, report, "texts")
    assert [line["clipscore"] != "" for line in single[:4]] == [True, True, True, False]


@pytest.mark.usefixtures("models")
def test_the_nearness_to_references_is_that_of_the_command(
    lead: APIClient,
    base: str,
    mine: Json,
    others: Json,
    pixels: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The authors chose no layer of a model of three.
    usual = {("bert", 3): 2}
    monkeypatch.setattr("annotate.backends.transformers.embedding._USUAL_LAYERS", usual)
    asked = {"measures": ["bertscore"], "references": others, "token_model": "tiny-bert"}
    report = measured(lead, base, mine, **asked)
    (row,) = rows_of(report, "bertscore")
    told = command(capsys, pixels, "bertscore", "tiny-bert")
    for name in ("precision", "recall", "f1"):
        assert row["figures"][f"bert_{name}"] == pytest.approx(told[name], abs=1e-6)
    assert (row["figures"]["bert_items"], row["figures"]["bert_left_out"]) == (3, 1)
    assert row["model"].endswith("layer 2 of 3")


@pytest.mark.usefixtures("models")
def test_scores_that_cannot_be_made_have_their_reasons(
    lead: APIClient, base: str, mine: Json, others: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    def why(table: str, figure: str, **asked: Any) -> str:
        report = measured(lead, base, mine, measures=[table], **asked)
        (row,) = rows_of(report, table)
        assert row["figures"][figure] is None
        message: str = row["undefined"][figure]["message"]
        return message

    assert "No model was named" in why("clipscore", "clipscore")
    assert "no model “gone”" in why("clipscore", "clipscore", image_model="gone")
    outside = why("clipscore", "clipscore", image_model="../../etc")
    assert "no model" in outside
    no_references = why("clipscore", "refclipscore", image_model="tiny-clip")
    assert no_references == "No references were chosen."
    assert "No model was named" in why("bertscore", "bert_f1", references=others)
    layerless = why("bertscore", "bert_f1", references=others, token_model="tiny-bert")
    assert "layer" in layerless
    blind = why("clipscore", "clipscore", image_model="tiny-bert")
    assert "image" in blind
    monkeypatch.setattr(text_models, "VECTORS_AT_MOST", 2)
    many = why("clipscore", "clipscore", image_model="tiny-clip")
    assert "beyond 2 texts" in many


@pytest.mark.usefixtures("models")
def test_an_image_whose_file_is_gone_is_left_out(
    lead: APIClient, base: str, mine: Json, project: Project
) -> None:
    sha = project.images.get(external_id="1.png").sha256
    default_storage.delete(image_storage.original(sha))
    report = measured(lead, base, mine, measures=["clipscore"], image_model="tiny-clip")
    assert row_of(report, "clipscore")["clip_left_out"] == 2


def test_leads_choose_among_the_models_of_this_server(
    lead: APIClient, base: str, settings: Any, tmp_path: Path
) -> None:
    """Nothing but their configurations is read: the process that answers loads no model."""
    for name, kind in {
        "openai/clip-vit-base-patch32": "clip",
        "bert-base": "bert",
        "models--org--roberta/snapshots/1": "roberta",
        "writer": "smolvlm",
        "broken": None,
    }.items():
        folder = tmp_path / "models" / name
        folder.mkdir(parents=True)
        (folder / "config.json").write_text(json.dumps({"model_type": kind}) if kind else "{")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "config.json").write_text('{"model_type": "clip"}')
    (tmp_path / "models" / "link").symlink_to(elsewhere)
    settings.MODELS_ROOTS = [str(tmp_path / "models"), str(tmp_path / "nowhere")]
    before = set(sys.modules)
    answer = lead.get(f"{base}/text-models")
    assert answer.json() == [
        {"name": "bert-base", "type": "bert", "measure": "bertscore"},
        {"name": "openai/clip-vit-base-patch32", "type": "clip", "measure": "clipscore"},
        {"name": "org/roberta", "type": "roberta", "measure": "bertscore"},
    ]
    assert not {"torch", "transformers"} & (set(sys.modules) - before)
