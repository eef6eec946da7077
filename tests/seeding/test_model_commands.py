"""Connecting, listing, trying and promoting models on the command line."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotate.images import services as images
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.selectors.connections import configured
from annotate.seeding.services import connections, model_assignment
from tests.images.pictures import jpeg
from tests.seeding.settable import KEY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("settable")]


def run(*words: Any) -> str:
    out = StringIO()
    call_command(*map(str, words), stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def ours(project: Project, monkeypatch: pytest.MonkeyPatch) -> Connection:
    monkeypatch.setenv("OUR_KEY", KEY)
    settings = ["--set", "model=cat-9b", "--set", "words=2"]
    said = run(
        "connect", project.pk, "Ours", "--backend", "settable", *settings, "--as", "captioner",
        "--secret", "api_key=OUR_KEY",
    )  # fmt: skip
    assert "Ours M0 of Street scenes." in said
    assert "It answers" in said
    return Connection.objects.get(name="Ours")


def test_what_was_connected_is_in_the_line_up_and_has_its_secret(
    project: Project, ours: Connection
) -> None:
    assert model_assignment.of(project).captioner == ours
    version = connections.serving(ours)
    assert version.settings == {"model": "cat-9b", "words": 2, "timeout": 5.0}
    assert configured(version).secrets == {"api_key": KEY}


def test_a_connection_that_there_is_is_changed(project: Project, ours: Connection) -> None:
    assert "Ours M1" in run("connect", project.pk, "Ours", "--set", "words=3")
    assert connections.serving(ours).settings["model"] == "cat-9b"


def test_a_setting_may_come_from_a_file(project: Project, ours: Connection, tmp_path: Any) -> None:
    file = tmp_path / "model.txt"
    file.write_text("dog-1b")
    run("connect", project.pk, "Ours", "--set", f"model=@{file}")
    assert connections.serving(ours).settings["model"] == "dog-1b"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["New"], "name its --backend"),
        (["New", "--backend", "settable"], "settings.model: "),
        (["New", "--backend", "oracle"], "oracle"),
        (["Ours", "--backend", "classical"], "is a connection to settable"),
        (["Ours", "--set", "words"], "NAME=VALUE"),
        (["Ours", "--set", "model=@/nowhere"], "cannot be read"),
        (["Ours", "--secret", "api_key=UNHEARD_OF"], "UNHEARD_OF"),
    ],
)
def test_what_will_not_do_is_said(
    project: Project, ours: Connection, words: list[str], told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        run("connect", project.pk, *words)


def test_a_back_end_that_does_not_answer_is_told_of(
    project: Project, ours: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUR_KEY", "wrong")
    with pytest.raises(CommandError, match="does not answer"):
        run("connect", project.pk, "Ours", "--secret", "api_key=OUR_KEY")


def test_models_are_listed_with_their_versions(project: Project, ours: Connection) -> None:
    run("connect", project.pk, "Ours", "--set", "words=3")
    said = run("models", project.pk)
    assert "Ours (settable; used as captioner)\n * M1   serving   settings from M0" in said
    assert "classical (classical; used as detector)" in said
    [shown] = json.loads(run("models", project.pk, "Ours", "--json"))
    assert [each["label"] for each in shown["versions"]] == ["M1", "M0"]
    assert KEY not in json.dumps(shown)


def test_versions_are_promoted_left_and_registered(project: Project, ours: Connection) -> None:
    run("connect", project.pk, "Ours", "--set", "words=3")
    assert "Ours M0 serves." in run("promote", project.pk, "Ours", "m0")
    assert "Ours M0 served already." in run("promote", project.pk, "Ours", "M0")
    assert "Ours M1 serves." in run("promote", project.pk, "Ours", "--back")
    assert "Ours M2 serves." in run("promote", project.pk, "Ours", "--register", "cat-10b")
    assert connections.serving(ours).settings["model"] == "cat-10b"
    with pytest.raises(CommandError, match="there are: M0, M1, M2"):
        run("promote", project.pk, "Ours", "M7")
    with pytest.raises(CommandError, match="there are: classical"):
        run("promote", project.pk, "Theirs", "M0")


def test_an_image_is_tried(project: Project, ours: Connection) -> None:
    image = images.add_image(project=project, data=jpeg(24, 16, seed=9), name="a.jpg")
    assert "cat-9b cat-9b" in run("try_backend", project.pk, "Ours", "a.jpg")
    told = json.loads(run("try_backend", project.pk, "Ours", image.pk, "--of", "M0", "--json"))
    assert told["caption"] == "cat-9b cat-9b"
    with pytest.raises(CommandError, match="no image"):
        run("try_backend", project.pk, "Ours", "b.jpg")
