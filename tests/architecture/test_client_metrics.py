"""The wizard of the client begins with the metrics that the server takes where none are named."""

import json
from pathlib import Path

import pytest

from annotate.kinds.likert.model import DEFAULT_METRICS as LIKERT
from annotate.kinds.scoring import Metric
from annotate.kinds.side_by_side.model import DEFAULT_METRICS as SIDE_BY_SIDE

CATALOGUE = Path(__file__).parents[2] / "frontend/src/locales/en/studies.json"


@pytest.mark.parametrize(
    ("design", "metrics"), [("side_by_side", SIDE_BY_SIDE), ("likert", LIKERT)]
)
def test_the_client_offers_the_usual_metrics_in_the_same_words(
    design: str, metrics: tuple[Metric, ...]
) -> None:
    catalogue = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    offered = catalogue["usual_metrics"][design]
    assert offered == [metric.model_dump() for metric in metrics]
