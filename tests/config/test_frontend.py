"""The page of the client: it names ahead what it will fetch anyway."""

import json
import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from annotate.people.models import User
from annotate.people.services import create_user

pytestmark = pytest.mark.django_db

AHEAD = {
    "words": {"en": ["assets/words-en.js"], "de": ["assets/words-de.js"]},
    "work": ["assets/editors.js", "assets/editors.css"],
}


@pytest.fixture(autouse=True)
def dist(tmp_path: Path, settings: LazySettings) -> Path:
    settings.FRONTEND_DIST = tmp_path
    (tmp_path / "index.html").write_text("<html>\n  <head>\n  </head>\n</html>")
    (tmp_path / "preloads.json").write_text(json.dumps(AHEAD))
    return tmp_path


@pytest.fixture
def ada() -> User:
    return create_user(username="ada", password="correct horse", display_name="Ada")


def named(client: Client, path: str, **headers: str) -> list[str]:
    page = client.get(path, headers=headers)
    assert page["Cache-Control"] == "no-cache"
    head = page.content.decode().partition("</head>")[0]
    return [each.rpartition("/static/app/")[2] for each in re.findall(r'href="([^"]+)"', head)]


def test_a_workbench_names_its_files_and_its_task(client: Client, ada: User) -> None:
    client.force_login(ada)
    files = ["assets/words-en.js", *AHEAD["work"]]
    assert named(client, "/work/7") == [*files, "/api/v1/session", "/api/v1/assignments/7"]
    assert named(client, "/hits/8") == [*files, "/api/v1/session", "/api/v1/hits/8"]


def test_other_pages_name_the_words_alone(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert named(client, "/") == ["assets/words-en.js"]
    assert named(client, "/work/7a") == ["assets/words-en.js"]
    assert named(client, "/hits/8/feedback") == ["assets/words-en.js"]


def test_a_stranger_is_not_told_to_ask_for_a_task(client: Client) -> None:
    assert named(client, "/work/7") == ["assets/words-en.js", *AHEAD["work"]]


def test_the_words_are_those_of_the_person_or_else_of_the_browser(
    client: Client, ada: User
) -> None:
    german, unknown = "de-AT,de;q=0.9,en;q=0.5", "fr-CH,fr;q=0.9"
    assert named(client, "/", accept_language=german) == ["assets/words-de.js"]
    assert named(client, "/", accept_language=unknown) == ["assets/words-en.js"]
    ada.preferences = {"language": "de"}
    ada.save()
    client.force_login(ada)
    assert named(client, "/", accept_language=unknown) == ["assets/words-de.js"]


def test_a_client_of_an_earlier_release_is_served_as_it_is(client: Client, dist: Path) -> None:
    (dist / "preloads.json").unlink()
    assert named(client, "/work/7") == []
