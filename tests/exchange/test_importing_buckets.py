"""Pictures come in from a bucket that a real HTTP server offers."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

from annotate.exchange.imports.bucket import BucketTree
from annotate.images.archives import RowError
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Annotation
from tests.images import pictures
from tests.object_store import BUCKET, ObjectStore, object_store

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with object_store(tmp_path_factory.mktemp("store")) as made:
        made.put("trip/a.jpg", pictures.jpeg(seed=901))
        made.put("trip/below/b.png", pictures.png(seed=902))
        made.put("trip/broken.jpg", b"no picture")
        made.put("trip/", b"")
        made.put("trip-of-others/c.jpg", pictures.jpeg(seed=903))
        said = {"file": "d.jpg", "external_id": "d", "text": "A red square.", "producer": "m 1"}
        made.put("told/manifest.jsonl", json.dumps(said).encode())
        made.put("told/d.jpg", pictures.jpeg(seed=904))
        yield made


@pytest.fixture(autouse=True)
def store(server: ObjectStore, settings: Settings) -> ObjectStore:
    settings.OBJECT_STORE = server.access
    return server


def bring_in(project: Project, address: str, *options: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    arguments = ("import_images", str(project.pk), address, "--verbosity", "0", *options)
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except CommandError as refused:
        err.write(str(refused))
    return out.getvalue(), err.getvalue()


def known(project: Project) -> set[str]:
    return set(Image.objects.filter(project=project).values_list("external_id", flat=True))


def test_a_folder_of_a_bucket_comes_in_and_nothing_beside_it(project: Project) -> None:
    said, problems = bring_in(project, f"s3://{BUCKET}/trip")
    assert known(project) == {"a.jpg", "below/b.png"}
    assert "2 added, 0 there already, 1 refused" in said
    assert "broken.jpg" in problems


def test_bringing_it_in_again_adds_what_is_new(project: Project, store: ObjectStore) -> None:
    store.put("grows/1.jpg", pictures.jpeg(seed=905))
    bring_in(project, f"s3://{BUCKET}/grows")
    store.put("grows/2.jpg", pictures.jpeg(seed=906))
    said, _ = bring_in(project, f"s3://{BUCKET}/grows/")
    assert "1 added, 1 there already, 0 refused" in said


def test_a_dry_run_brings_nothing_in(project: Project) -> None:
    said, _ = bring_in(project, f"s3://{BUCKET}/trip", "--dry-run")
    assert "2 would be added" in said
    assert known(project) == set()


def test_a_list_in_a_bucket_says_what_is_known_of_its_pictures(project: Project) -> None:
    bring_in(project, f"s3://{BUCKET}/told")
    assert known(project) == {"d"}
    seed = Annotation.objects.get(sample__image__external_id="d", origin=Annotation.Origin.MODEL)
    assert (seed.value["text"], seed.producer) == ("A red square.", "m 1")


@pytest.mark.parametrize(
    ("address", "word"),
    [("s3://", "s3://BUCKET"), ("s3://elsewhere/x", "elsewhere"), (f"s3://{BUCKET}/none", "none")],
)
def test_what_is_not_there_is_said(project: Project, address: str, word: str) -> None:
    _, problems = bring_in(project, address)
    assert word in problems


def test_a_picture_that_vanished_meanwhile_is_refused_alone(store: ObjectStore) -> None:
    tree: Any = BucketTree(f"s3://{BUCKET}/trip")
    read = tree.reader("gone.jpg")
    tree._known.add("gone.jpg")
    with pytest.raises(RowError, match="gone"):
        read()


def test_a_store_that_is_away_is_said_in_words(
    project: Project, settings: Settings, tmp_path: Path
) -> None:
    settings.OBJECT_STORE = {**settings.OBJECT_STORE, "endpoint_url": "http://127.0.0.1:9"}
    _, problems = bring_in(project, f"s3://{BUCKET}/trip")
    assert "again" in problems
