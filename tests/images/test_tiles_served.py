"""Tiles are cut once, when somebody looks closely, and served to members only."""

import threading
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from PIL import Image as Pixels

from annotate.images import intake, services, storage, tiling
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.images import pictures
from tests.images.large import wide

pytestmark = pytest.mark.once


def ask(large: Image, user: Any, rest: str = "", **headers: str) -> Any:
    return client_of(user).get(f"/api/v1/images/{large.pk}/tiles{rest}", headers=headers)


def test_only_an_image_with_more_pixels_than_its_copy_has_tiles(
    project: Project, large: Image, people: Cast
) -> None:
    small = services.add_image(project=project, data=pictures.jpeg(200, 100), name="b.jpg")
    assert ask(small, people.reviewer).json() == {"size": 1024, "levels": []}
    assert ask(small, people.reviewer, "/0/0/0").status_code == 404
    urls = client_of(people.reviewer).get(f"/api/v1/images/{small.pk}").json()["urls"]
    assert "tiles" not in urls
    urls = client_of(people.reviewer).get(f"/api/v1/images/{large.pk}").json()["urls"]
    assert urls["tiles"] == f"/api/v1/images/{large.pk}/tiles"


def test_an_import_cuts_nothing_and_the_first_look_cuts_everything(
    large: Image, people: Cast
) -> None:
    assert not storage.has_tiles(large.sha256)
    answer = ask(large, people.reviewer)
    assert answer.json() == {"size": 1024, "levels": [{"width": 4500, "height": 1200}]}
    assert storage.has_tiles(large.sha256)
    assert not tiling.prepare(large)


def test_a_tile_is_served_like_any_copy(large: Image, people: Cast) -> None:
    answer = ask(large, people.reviewer, "/0/4/1")
    assert Pixels.open(BytesIO(b"".join(answer.streaming_content))).size == (4500 - 4096, 176)
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    again = ask(large, people.reviewer, "/0/4/1", **{"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = ask(large, people.reviewer, "/0/3/1")
    assert other["ETag"] != answer["ETag"]
    other.close()


@pytest.mark.parametrize("place", ["/0/5/0", "/0/0/2", "/1/0/0", "/99999999999999999999/0/0"])
def test_beyond_the_edge_there_is_nothing(large: Image, people: Cast, place: str) -> None:
    assert ask(large, people.reviewer, place).status_code == 404


@pytest.mark.parametrize("rest", ["", "/0/0/0"])
def test_strangers_get_no_tiles_and_have_none_cut(large: Image, people: Cast, rest: str) -> None:
    assert ask(large, people.stranger, rest).status_code == 404
    assert ask(large, None, rest).status_code == 401
    assert not storage.has_tiles(large.sha256)


def test_a_lost_tile_is_cut_again(large: Image, people: Cast) -> None:
    tiling.prepare(large)
    name = storage.tile(large.sha256, intake.Tile(0, 2, 0))
    default_storage.delete(name)
    answer = ask(large, people.reviewer, "/0/2/0")
    assert answer.status_code == 200
    answer.close()
    assert default_storage.exists(name)


def test_an_image_whose_file_is_lost_says_so(large: Image, people: Cast) -> None:
    Path(default_storage.path(storage.original(large.sha256))).unlink()
    answer = ask(large, people.reviewer)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "file_missing")


def test_a_file_that_was_exchanged_is_not_shown(large: Image, people: Cast) -> None:
    path = Path(default_storage.path(storage.original(large.sha256)))
    path.write_bytes(pictures.jpeg(5000, 30))
    assert ask(large, people.reviewer).json()["error"]["code"] == "broken_image"
    assert not storage.has_tiles(large.sha256)


def test_a_cut_that_broke_off_is_not_taken_for_done(large: Image, people: Cast) -> None:
    path = Path(default_storage.path(storage.original(large.sha256)))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert ask(large, people.reviewer).status_code == 422
    path.write_bytes(whole)
    assert ask(large, people.reviewer).status_code == 200
    assert storage.has_tiles(large.sha256)


def test_only_one_picture_is_decoded_at_a_time(
    large: Image, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiling, "_PATIENCE_SECONDS", 0.05)
    with tiling._cutting:
        answer = ask(large, people.reviewer)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "busy")
    assert answer.json()["error"]["retry"] is True
    assert ask(large, people.reviewer).status_code == 200


def test_two_who_ask_at_once_have_it_cut_once(
    large: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts: list[int] = []
    cut = intake.cut

    def counted(*args: Any, **options: Any) -> Any:
        cuts.append(1)
        return cut(*args, **options)

    monkeypatch.setattr(intake, "cut", counted)
    both = [threading.Thread(target=tiling.prepare, args=(large,)) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert cuts == [1]
    assert storage.has_tiles(large.sha256)


def test_a_command_cuts_what_a_project_has_before_anybody_looks(
    project: Project, large: Image, capsys: pytest.CaptureFixture[str]
) -> None:
    services.add_image(project=project, data=pictures.jpeg(), name="small.jpg")
    call_command("cut_tiles", project.name)
    assert capsys.readouterr().out == "Cut 1; 0 were there already.\n"
    assert storage.has_tiles(large.sha256)
    call_command("cut_tiles", str(project.pk))
    assert capsys.readouterr().out == "Cut 0; 1 were there already.\n"


def test_the_command_names_what_it_cannot_cut_and_goes_on(project: Project, large: Image) -> None:
    data = wide()
    sound = services.add_image(project=project, data=data, name="sound.jpg")
    Path(default_storage.path(storage.original(large.sha256))).unlink()
    with pytest.raises(CommandError, match=r"1 could not be cut:\n  wide.jpg: The file"):
        call_command("cut_tiles", project.name)
    assert storage.has_tiles(sound.sha256)
