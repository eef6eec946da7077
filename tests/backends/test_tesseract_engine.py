"""The engine that reads text: absent, too old, failing or hanging, it says so and is ended."""

import stat
from pathlib import Path

import pytest

from annotate import backends
from annotate.backends import BackendError
from annotate.backends.tesseract.reader import TesseractReader
from tests.backends.signs import street


def program(folder: Path, script: str) -> None:
    """Put a program called tesseract there that does this."""
    path = folder / "tesseract"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on the path: empty, unless a test puts a program there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_where_it_works_it_is_available() -> None:
    tesseract = backends.get("tesseract")
    health = tesseract.health()
    assert (tesseract.roles, health.available, health.reason) == (("ocr",), True, None)


def test_an_absent_engine_is_said_to_be_absent_and_how_to_get_it(folder: Path) -> None:
    found = backends.get("tesseract").health()
    assert not found.available
    assert "not installed" in str(found.reason)
    assert "apt-get install tesseract-ocr" in str(found.reason)


def test_reading_without_the_engine_fails_for_that_image_alone(folder: Path) -> None:
    with pytest.raises(BackendError, match="not installed"):
        TesseractReader().read(street())


def test_an_engine_of_before_2018_is_said_to_be_too_old(folder: Path) -> None:
    program(folder, "echo 'tesseract 3.04.01' >&2")
    assert "4 or newer" in str(backends.get("tesseract").health().reason)


def test_a_language_that_is_not_installed_is_named_with_its_package() -> None:
    health = TesseractReader(language="eng+xyz").health()
    assert not health.available
    assert "tesseract-ocr-xyz" in str(health.reason)
    assert "tesseract-ocr-eng" not in str(health.reason)


def test_an_engine_that_fails_says_why(folder: Path) -> None:
    program(folder, "echo 'Out of memory' >&2; exit 3")
    with pytest.raises(BackendError, match="Out of memory"):
        TesseractReader().read(street())


def test_an_engine_that_hangs_is_ended(folder: Path) -> None:
    program(folder, "exec /bin/sleep 60")
    with pytest.raises(BackendError, match="longer than"):
        TesseractReader(seconds=0.3).read(street())


def test_one_thread_is_all_it_gets(folder: Path) -> None:
    (folder / "seen").touch()
    program(folder, f'printf "%s" "$OMP_THREAD_LIMIT" > {folder}/seen')
    TesseractReader().read(street())
    assert (folder / "seen").read_text() == "1"
