"""Pictures that lists name by addresses are fetched where a lead wishes it, within bounds."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.imports import running
from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.models import Import
from annotate.images.models import Image
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, client_of
from tests.exchange.files import counts, imported, jsonl, problems, sent, start, zipped
from tests.exchange.listed import A, B, C, coco, dog, seeds
from tests.exchange.served import Pictures, serving
from tests.images import pictures

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FETCH = ImageOptions(fetch=True)


@pytest.fixture
def server(settings: Any) -> Iterator[Pictures]:
    with serving({"/a.jpg": A, "/set/b.png": B, "/c.jpg": C, "/page.jpg": b"<html>"}) as served:
        settings.FETCH_PRIVATE_HOSTS = [served.host]
        yield served


def listed(server: Pictures) -> dict[str, tuple[str, bytes]]:
    """One picture by its address in each format: the name of the list, and the list."""
    here = server.at("/a.jpg")
    image = {"id": 1, "file_name": "far/a.jpg", "width": 96, "height": 64}
    caption = {"id": 5, "image_id": 1, "caption": "A dog sleeps."}
    shown = {"image_id": "a", "caption_id": 1, "caption_str": "A dog sleeps."}
    text = {"type": "textarea", "value": {"text": ["A dog sleeps."]}}
    task = {"id": 1, "data": {"image": here}, "annotations": [{"result": [text]}]}
    flat = {"image": here, "id": 1, "text": "A dog sleeps.", "annotation_id": 1, "annotator": 1}
    return {
        "csv": ("l.csv", f"image,text\n{here},A dog sleeps.\n".encode()),
        "tsv by url": ("l.tsv", f"name\turl\ttext\nx\t{here}\tA dog sleeps.\n".encode()),
        "image folder": ("l.jsonl", jsonl({"file_name": here, "text": "A dog sleeps."})),
        "jsonl by url": ("l.jsonl", jsonl({"image_url": here, "text": "A dog sleeps."})),
        "manifest": ("manifest.jsonl", jsonl({"file": here, "text": "A dog sleeps."})),
        "coco": ("l.json", coco([image | {"coco_url": here}], [caption])),
        "vizwiz": ("l.json", coco([image | {"vizwiz_url": here}], [caption])),
        "textcaps": ("l.json", json.dumps({"data": [shown | {"flickr_300k_url": here}]}).encode()),
        "iiw": ("l.jsonl", jsonl({"image/key": "a", "image/url": here, "IIW": "A dog sleeps."})),
        "label studio": ("l.json", json.dumps([task]).encode()),
        "json-min": ("l.json", json.dumps([flat]).encode()),
    }


FORMATS = list(listed(Pictures("127.0.0.1:1")))


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("name", FORMATS)
def test_a_picture_comes_from_its_address_in_every_format(
    project: Project, people: Cast, server: Pictures, name: str, packed: bool
) -> None:
    file, data = listed(server)[name]
    if packed:
        file, data = "list.zip", zipped({file: data})
    import_ = imported(project, people.lead, file, data, options=FETCH)
    assert (counts(import_), problems(import_)) == ((1, 0, 0), [])
    assert import_.understood["counts"]["fetched"] == 1
    assert list(seeds(project, "description").values()) == [{"text": "A dog sleeps."}]
    again = imported(project, people.lead, file, data, options=FETCH)
    assert (counts(again), server.asked["/a.jpg"]) == ((0, 1, 0), 1)


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_asked_unless_somebody_wishes_it(
    project: Project, people: Cast, server: Pictures, name: str
) -> None:
    file, data = listed(server)[name]
    if name in ("tsv by url", "jsonl by url"):
        return  # no list of pictures at all, as before
    import_ = imported(project, people.lead, "list.zip", zipped({file: data}))
    assert problems(import_) == [(1, "file", "address_not_fetched")]
    assert not server.asked


def test_a_list_of_addresses_and_nothing_else_will_do(
    project: Project, people: Cast, server: Pictures
) -> None:
    rows = "\r\n".join(["url", server.at("/a.jpg"), server.at("/set/b.png"), ""]).encode()
    import_ = imported(project, people.lead, "l.txt", rows, options=FETCH)
    assert (counts(import_), import_.format) == ((2, 0, 0), "table")


def table(*addresses: str) -> bytes:
    return "\n".join(["image,year", *(f"{address},1999" for address in addresses), ""]).encode()


def test_each_row_that_cannot_be_had_says_why_and_the_rest_goes_in(
    project: Project, people: Cast, server: Pictures
) -> None:
    server.content |= {"/moved.jpg": "/c.jpg", "/round.jpg": "/round.jpg", "/broken": 500}
    addresses = ["/a.jpg", "/none.jpg", "/broken", "/page.jpg", "/moved.jpg", "/round.jpg"]
    rows = table(*map(server.at, addresses), server.at("/a.jpg?again"))
    import_ = imported(project, people.lead, "l.csv", rows, options=FETCH)
    assert counts(import_) == (2, 0, 5)
    assert problems(import_) == [
        (2, "file", "address_answered"),
        (3, "file", "address_answered"),
        (4, "file", "not_an_image"),
        (6, "file", "address_answered"),
        (7, "file", "duplicate_image"),
    ]
    assert all(import_.problems.values_list("remedy", flat=True))
    names = Image.objects.order_by("external_id").values_list("external_id", "name")
    assert list(names) == [
        (server.at("/a.jpg"), "a.jpg"),
        (server.at("/moved.jpg"), "moved.jpg"),
    ]


def test_addresses_of_ones_own_network_are_refused_and_never_asked(
    project: Project, people: Cast, server: Pictures, settings: Any
) -> None:
    """Also where a public server sends there, or a name leads there."""
    with serving({"/secret": A}) as inside:
        server.content["/moved.jpg"] = inside.at("/secret")
        inner = [
            inside.at("/secret"),
            f"http://localhost:{inside.host.partition(':')[2]}/secret",
            f"http://0x7f000001:{inside.host.partition(':')[2]}/secret",
            "http://169.254.169.254/latest/meta-data",
            "http://[::1]/secret",
            "https://10.0.0.1/a.jpg",
            "http://user:word@example.org/a.jpg",
            server.at("/moved.jpg"),
        ]
        import_ = imported(project, people.lead, "l.csv", table(*inner), options=FETCH)
        assert counts(import_) == (0, 0, len(inner))
        codes = {code for *_, code in problems(import_)}
        assert codes <= {"server_not_public", "no_server_address", "server_unknown"}
        private = import_.problems.filter(code="server_not_public")
        advice = set(private.values_list("remedy_code", flat=True))
        assert advice == {"address_not_public_remedy"}
        assert not inside.asked


def test_fetching_is_bounded_in_rows_bytes_and_size(
    project: Project, people: Cast, server: Pictures, settings: Any
) -> None:
    rows = table(*map(server.at, ("/a.jpg", "/set/b.png", "/c.jpg")))
    settings.IMPORT_MAX_ADDRESSES = 1
    first = imported(project, people.lead, "l.csv", rows, options=FETCH)
    assert problems(first) == [(2, "file", "addresses_beyond"), (3, "file", "addresses_beyond")]
    settings.IMPORT_MAX_ADDRESSES = 9
    settings.IMPORT_MAX_BYTES = max(len(B), len(rows)) + 5
    second = imported(project, people.lead, "l.csv", rows, options=FETCH)
    assert (counts(second), problems(second)) == (
        (1, 1, 1),
        [(3, "file", "addresses_too_large")],
    )
    settings.IMAGE_MAX_BYTES = len(C) - 1
    settings.IMPORT_MAX_BYTES = 10**9
    third = imported(project, people.lead, "l.csv", rows, options=FETCH)
    assert problems(third) == [(3, "file", "server_says_too_much")]


def test_a_few_are_asked_at_once_and_rows_keep_their_order(
    project: Project, people: Cast, server: Pictures
) -> None:
    server.content |= {f"/{n}.jpg": pictures.jpeg(seed=50 + n) for n in range(30)}
    rows = table(*(server.at(f"/{n}.jpg") for n in range(30)))
    import_ = imported(project, people.lead, "l.csv", rows, options=FETCH)
    assert counts(import_) == (30, 0, 0)
    assert server.most_at_once <= 4
    names = Image.objects.order_by("sample__id").values_list("name", flat=True)
    assert list(names) == [f"{n}.jpg" for n in range(30)]


def test_a_check_tells_the_same_and_changes_nothing(
    project: Project, people: Cast, server: Pictures
) -> None:
    rows = table(*map(server.at, ("/a.jpg", "/none.jpg")))
    check = imported(project, people.lead, "l.csv", rows, options=FETCH, dry_run=True)
    assert (counts(check), problems(check)) == ((1, 0, 1), [(2, "file", "address_answered")])
    assert not Image.objects.exists()


class Killed(BaseException):
    """The process ends here."""


def test_a_killed_import_fetches_only_what_is_not_in(
    project: Project, people: Cast, server: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK", 2)
    server.content |= {f"/{n}.jpg": pictures.jpeg(seed=50 + n) for n in range(40)}
    rows = table(*(server.at(f"/{n}.jpg") for n in range(40)))
    import_ = start(project, people.lead, "l.csv", rows, options=FETCH)
    assert import_.job is not None
    genuine, taken = running._Writer.take, 0

    def take(self: Any, chunk: Any) -> None:
        nonlocal taken
        genuine(self, chunk)
        taken += 1
        if taken == 5:
            raise Killed

    monkeypatch.setattr(running._Writer, "take", take)
    with pytest.raises(Killed):
        job_services.run(import_.job.pk)
    position = Import.objects.get(pk=import_.pk).position
    Job.objects.filter(pk=import_.job.pk).update(lease_expires_at=clock.now())
    job_services.run(import_.job.pk)
    done = Import.objects.get(pk=import_.pk)
    assert (counts(done), done.understood["counts"]["fetched"]) == ((40, 0, 0), 40)
    assert 0 < position < 40
    assert [server.asked[f"/{n}.jpg"] for n in range(position)] == [1] * position


def test_pictures_that_came_along_or_are_there_are_not_fetched(
    project: Project, people: Cast, server: Pictures
) -> None:
    images = [
        {"id": 1, "file_name": "a.jpg", "coco_url": server.at("/a.jpg")},
        {"id": 2, "file_name": "b.png", "coco_url": server.at("/set/b.png")},
    ]
    packed = zipped({"coco.json": coco(images, [dog(1, [4, 8, 40, 20])]), "images/a.jpg": A})
    import_ = imported(project, people.lead, "set.zip", packed, options=FETCH)
    assert (counts(import_), dict(server.asked)) == ((2, 0, 0), {"/set/b.png": 1})


def test_an_installation_that_allows_none_refuses_the_wish(
    project: Project, people: Cast, settings: Any
) -> None:
    settings.IMPORT_MAX_ADDRESSES = 0
    with pytest.raises(errors.Invalid) as caught:
        start(project, people.lead, "l.csv", table("https://example.org/a.jpg"), options=FETCH)
    assert caught.value.fields[0].as_message().code == "addresses_not_allowed"
    assert not Import.objects.exists()
    choices = client_of(people.lead).get(f"/api/v1/projects/{project.pk}/imports/choices").json()
    assert choices["most_addresses"] == 0
    # Nobody is told to choose what cannot be chosen.
    import_ = imported(project, people.lead, "l.csv", table("https://example.org/a.jpg"))
    assert problems(import_) == [(1, "file", "addresses_not_allowed")]


def test_the_api_and_the_command_take_the_wish(
    project: Project, people: Cast, server: Pictures, tmp_path: Path, capsys: Any
) -> None:
    rows = table(server.at("/a.jpg"))
    path = f"/api/v1/projects/{project.pk}/imports"
    answer = client_of(people.lead).post(path, {"file": sent("l.csv", rows), "fetch": "true"})
    assert (answer.status_code, answer.json()["fetch"]) == (201, True)
    assert AuditEvent.objects.get(verb="import.started").data["fetch"] is True
    plain = client_of(people.lead).post(path, {"file": sent("l.csv", rows)})
    assert plain.json()["fetch"] is False
    (tmp_path / "l.csv").write_bytes(rows)
    call_command("import_images", str(project.pk), str(tmp_path / "l.csv"), "--fetch")
    assert "1 added" in capsys.readouterr().out
