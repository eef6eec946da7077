"""The reference figures, read once for all tests of this folder."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data" / "captions"


@cache
def read(name: str) -> Any:
    """Return the content of a JSON file, packed or not."""
    data = (DATA / name).read_bytes()
    return json.loads(gzip.decompress(data) if name.endswith(".gz") else data)


def coco() -> list[dict[str, Any]]:
    """Return 500 short captions with five references and the scores of each."""
    items: list[dict[str, Any]] = read("coco_fakecap_first500.json.gz")["items"]
    return items


def iiw() -> dict[str, Any]:
    """Return the scores of 100 long descriptions, with the tokens of candidate and reference."""
    (whole,) = read("iiw_p5b_vs_human_golden.json.gz").values()
    return dict(whole)


def iiw_texts() -> list[dict[str, Any]]:
    """Return the texts behind :func:`iiw`, as candidate and one reference each, in its order."""
    items: list[dict[str, Any]] = read("iiw_p5b_vs_human.json.gz")
    return items


def iiw_tokens() -> tuple[list[str], list[list[str]]]:
    """Return the tokens of candidates and references behind :func:`iiw`."""
    golden = iiw()
    candidates = [golden["tok_cand"][each][0] for each in golden["ids"]]
    return candidates, [golden["tok_ref"][each] for each in golden["ids"]]


def published() -> list[dict[str, Any]]:
    """Return the three cases of nlg-eval, texts of tokens apart from one another."""
    cases: list[dict[str, Any]] = read("nlg_eval_published.json")["cases"]
    return cases
