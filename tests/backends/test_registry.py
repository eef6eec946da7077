"""Back ends are found by name, and what cannot be found is explained."""

import subprocess
import sys
from typing import Never

import pytest
from PIL import Image

from annotate import backends
from annotate.backends import (
    Backend,
    Captioner,
    Configured,
    Detection,
    Detector,
    Reader,
    UnknownBackendError,
)


class Blind(Detector):
    name = "blind"
    version = "1"
    title = "Sees nothing"

    def detect(self, image: Image.Image) -> list[Detection]:
        return []


def broken(_: Configured) -> Never:
    raise ModuleNotFoundError("No module named 'weights'")


def backend(**roles: object) -> Backend:
    return Backend(name="blind", version="1", title="Blind", description="", **roles)  # type: ignore[arg-type]


def test_the_classical_back_end_detects_and_writes() -> None:
    assert "classical" in backends.names("detector")
    assert "classical" in backends.names("captioner")
    found = backends.get("classical")
    assert isinstance(found.detector(), Detector)
    assert isinstance(found.captioner(), Captioner)


def test_tesseract_reads() -> None:
    assert "tesseract" in backends.names("ocr")
    assert isinstance(backends.get("tesseract").ocr(), Reader)


def test_an_unknown_name_is_answered_with_those_available() -> None:
    with pytest.raises(UnknownBackendError, match=r"“owl”.*classical"):
        backends.get("owl")


def test_a_missing_role_is_answered_with_those_who_have_it() -> None:
    only_detects = backend(make_detector=lambda _: Blind())
    assert only_detects.roles == ("detector",)
    with pytest.raises(UnknownBackendError, match=r"cannot act as captioner.*classical"):
        only_detects.captioner()
    with pytest.raises(UnknownBackendError, match=r"cannot act as detector.*classical"):
        backend().detector()
    with pytest.raises(UnknownBackendError, match=r"cannot act as ocr.*tesseract"):
        only_detects.ocr()


def test_every_back_end_says_its_roles_and_whether_it_is_available() -> None:
    classical = backends.get("classical")
    assert all([classical.version, classical.title, classical.description])
    assert classical.roles == ("detector", "captioner")
    health = classical.health()
    assert (health.available, health.reason) == (True, None)


def test_a_back_end_that_cannot_start_is_listed_as_unavailable_with_the_reason() -> None:
    health = backend(make_detector=broken).health()
    assert not health.available
    assert str(health.reason) == "ModuleNotFoundError: No module named 'weights'"


def test_no_module_of_any_back_end_or_trainer_loads_django() -> None:
    code = (
        "import pkgutil, sys; from annotate import backends;"
        "names = [each.name for each in pkgutil.walk_packages(backends.__path__,"
        " 'annotate.backends.') if not each.name.endswith('__main__')];"
        "list(map(__import__, names));"
        "sys.exit(bool(sys.modules.keys() & {'django', 'celery', 'annotate.core'}))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_listing_names_loads_no_image_science() -> None:
    code = (
        "import sys; from annotate import backends; list(backends._LOADERS);"
        "sys.exit('skimage' in sys.modules or 'scipy' in sys.modules or 'django' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
