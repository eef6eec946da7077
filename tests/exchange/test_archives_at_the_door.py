"""Archives that are bombs, too long or cut off are refused before they are unpacked."""

import struct
from typing import Any

import pytest

from annotate.core import errors, uploads
from annotate.exchange.models import Import
from annotate.images import archives
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.exchange.files import bomb, imported, problems, start, zipped
from tests.exchange.test_archives import A, B


def test_an_entry_over_the_limit_is_refused_unread(
    project: Project, people: Cast, settings: Any
) -> None:
    settings.IMAGE_MAX_BYTES = 10_000
    import_ = imported(project, people.lead, "p.zip", zipped({"a.bmp": bytes(10_001), "b.png": B}))
    assert problems(import_) == [(1, "file", "file_too_large")]
    assert import_.added == 1


def test_a_zip_bomb_is_refused_at_the_door(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "_NOT_MUCH", 10_000_000)
    before = set(uploads.folder().glob("*.upload"))
    with pytest.raises(errors.Invalid) as caught:
        start(project, people.lead, "p.zip", bomb())
    assert caught.value.error_code == "zip_bomb"
    assert not Import.objects.exists()
    assert set(uploads.folder().glob("*.upload")) == before


def test_an_archive_that_announces_too_many_entries_is_refused_unread(
    project: Project, people: Cast
) -> None:
    packed = bytearray(zipped({"a.jpg": A}))
    struct.pack_into("<I", packed, packed.rindex(b"PK\x05\x06") + 12, 4_000_000_000)
    with pytest.raises(errors.Invalid) as caught:
        start(project, people.lead, "p.zip", bytes(packed))
    assert caught.value.error_code == "too_many_entries"


@pytest.mark.parametrize("data", [b"PK\x03\x04 and nothing more", zipped({"a.jpg": A})[:-30]])
def test_an_incomplete_archive_is_refused_at_the_door(
    project: Project, people: Cast, data: bytes
) -> None:
    with pytest.raises(errors.Invalid) as caught:
        start(project, people.lead, "p.zip", data)
    assert caught.value.error_code == "bad_archive"
