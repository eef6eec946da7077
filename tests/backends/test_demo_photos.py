"""The demonstration photographs may be shared, are small, and their manifest can be imported."""

import json

import pytest
from PIL import Image

from tests.backends.conftest import PHOTOS

FILES = sorted(path.name for path in PHOTOS.glob("*.jpg"))
ROWS = [json.loads(line) for line in (PHOTOS / "manifest.jsonl").read_text().splitlines()]


def test_there_are_at_least_ten_and_each_has_a_row_and_an_attribution() -> None:
    assert len(FILES) >= 10
    assert sorted(row["file"] for row in ROWS) == FILES
    attribution = (PHOTOS / "ATTRIBUTION.md").read_text()
    assert [name for name in FILES if f"| `{name}` |" not in attribution] == []


def test_rows_have_their_own_ids_known_splits_and_a_licence() -> None:
    assert len({row["external_id"] for row in ROWS}) == len(ROWS)
    assert {row["split"] for row in ROWS} == {"train", "val", "test"}
    assert {row["metadata"]["Licence"] for row in ROWS} == {
        *("CC0 1.0", "CC BY 2.0", "Public domain")
    }
    assert all(row["metadata"]["Photographer"] for row in ROWS)


@pytest.mark.parametrize("name", FILES)
def test_a_photo_is_a_plain_upright_jpeg_without_metadata(name: str) -> None:
    with Image.open(PHOTOS / name) as image:
        image.load()
        assert (image.format, image.mode) == ("JPEG", "RGB")
        assert dict(image.getexif()) == {}
        assert "comment" not in image.info
    assert (PHOTOS / name).stat().st_size < 300_000


def test_all_photos_together_stay_small() -> None:
    assert sum((PHOTOS / name).stat().st_size for name in FILES) < 2_500_000
