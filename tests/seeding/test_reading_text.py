"""A run reads the text in images where the recipe starts a stage from it, and only there."""

import io
from collections.abc import Sequence

import pytest
from PIL.Image import Image as Pixels

from annotate.backends import BackendError, Box, Word
from annotate.core import errors
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import SeedingRun, SeedRecord
from annotate.workflow.models import Annotation, Sample
from tests.backends.signs import NO_PARKING, sign
from tests.conftest import Cast, client_of
from tests.images.pictures import jpeg
from tests.seeding.fakes import Fake
from tests.seeding.reading import picture, reading, reads
from tests.seeding.test_runs import finish, problems, states

__all__ = ["reading"]
pytestmark = pytest.mark.django_db


def run(project: Project, people: Cast, ocr: str | None = None) -> SeedingRun:
    made = services.start_run(
        project=project, actor=people.owner, detector="fake", captioner="fake", ocr=ocr
    )
    assert finish(made) == "succeeded"
    return made


def seeds(sample: Sample) -> dict[str, Annotation]:
    return {each.stage_key: each for each in sample.annotations.all()}


def test_a_sign_is_read_into_the_seed_of_the_stage(reading: Project, people: Cast) -> None:
    """With the real engine, and areas from the real detector."""
    file = io.BytesIO()
    sign(NO_PARKING, size=34)[0].save(file, "PNG")
    sample = picture(reading, file.getvalue())
    made = services.start_run(
        project=reading, actor=people.owner, detector="classical", captioner="classical"
    )
    assert finish(made) == "succeeded"
    (seed,) = seeds(sample).values()
    found = seed.value["tokens"]
    assert [each["text"] for each in found] == ["NO", "PARKING", "LOADING", "ZONE"]
    assert {each["legible"] for each in found} == {True}
    assert all(each["derived_from"] == [] for each in found)
    assert (seed.origin, seed.index, seed.kind) == ("model", 0, "ocr.v1")
    assert seed.producer == "classical M0 + tesseract M0"
    record = SeedRecord.objects.get(annotation=seed)
    assert [each["backend"] for each in record.provenance] == ["classical", "tesseract"]
    sample.refresh_from_db()
    assert (sample.state, sample.stage_key) == ("open", "ocr")


def test_the_reader_is_told_where_things_are_and_no_captioner_is_asked(
    reading: Project, people: Cast, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Box] = []

    def read(regions: Sequence[Box]) -> list[Word]:
        told.extend(regions)
        return [Word(text="EXIT", box=Box(x=1, y=1, width=5, height=4))]

    def caption(image: Pixels) -> str:
        raise AssertionError("nobody asked for captions")

    fake.caption = caption
    reads(monkeypatch, read)
    sample = picture(reading, jpeg(24, 16, seed=900))
    assert states(run(reading, people, "fakeocr")) == ["seeded"]
    assert told == [Box(x=2, y=2, width=8, height=8)]
    assert [each["text"] for each in seeds(sample)["ocr"].value["tokens"]] == ["EXIT"]


def test_words_outside_the_image_are_dropped_and_noted(
    reading: Project, people: Cast, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = Word(text="FAR", box=Box(x=900, y=1, width=5, height=4))
    reads(monkeypatch, lambda regions: [far])
    sample = picture(reading, jpeg(24, 16, seed=901))
    made = run(reading, people, "fakeocr")
    assert made.items.get().dropped == [{"reason": "outside_image", "label": "FAR"}]
    assert seeds(sample)["ocr"].value == {"tokens": []}


def test_a_reader_that_fails_fails_that_picture_with_its_words(
    reading: Project, people: Cast, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(regions: Sequence[Box]) -> list[Word]:
        raise BackendError("The reader is blind.")

    reads(monkeypatch, read)
    sample = picture(reading, jpeg(24, 16, seed=902))
    made = run(reading, people, "fakeocr")
    assert (states(made), problems(made)) == (["failed"], ["The reader is blind."])
    assert seeds(sample) == {}


def test_text_can_be_left_to_people(reading: Project, people: Cast, fake: Fake) -> None:
    sample = picture(reading, jpeg(24, 16, seed=903))
    made = run(reading, people, "")
    assert made.ocr == ""
    assert seeds(sample) == {}
    sample.refresh_from_db()
    assert sample.state == "open"


def test_without_the_engine_a_run_is_refused_with_the_reason(
    reading: Project, people: Cast, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture(reading, jpeg(24, 16, seed=904))
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(errors.Invalid) as refused:
        run(reading, people)
    assert refused.value.fields[0].path == "ocr"
    assert "apt-get install tesseract-ocr" in refused.value.fields[0].message
    assert not SeedingRun.objects.exists()


def test_without_the_engine_a_recipe_that_reads_nothing_is_seeded_as_ever(
    project: Project, people: Cast, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = picture(project, jpeg(24, 16, seed=905))
    monkeypatch.setenv("PATH", "/nowhere")
    made = run(project, people)
    assert made.ocr == ""
    assert set(seeds(sample)) == {"objects", "description"}


@pytest.mark.parametrize(("name", "code"), [("nobody", "unknown_backend"), ("fake", "wrong_role")])
def test_what_cannot_read_is_refused_by_its_field(
    reading: Project, people: Cast, fake: Fake, name: str, code: str
) -> None:
    picture(reading, jpeg(24, 16, seed=906))
    with pytest.raises(errors.Invalid) as refused:
        run(reading, people, name)
    assert (refused.value.fields[0].path, refused.value.fields[0].code) == ("ocr", code)


def test_a_lead_chooses_the_reader_over_http(
    reading: Project, people: Cast, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, lambda regions: [])
    picture(reading, jpeg(24, 16, seed=907))
    client = client_of(people.owner)
    base = f"/api/v1/projects/{reading.pk}"
    listed = client.get(f"{base}/backends").json()
    offered = {backend["name"]: backend["roles"] for backend in listed}
    assert offered["tesseract"] == ["ocr"]
    body = {"detector": "fake", "captioner": "fake", "ocr": "fakeocr"}
    assert client.post(f"{base}/seeding", body, format="json").json()["ocr"] == "fakeocr"
