"""Finished answers that come in while people submit theirs. Only PostgreSQL lets them meet."""

import threading
import uuid
from functools import partial
from typing import Any

import pytest
from django.db import connection

from annotate.core.jobs import services as job_services
from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.models import Import
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, client_of
from tests.exchange.answered import DOG
from tests.exchange.files import imported, jsonl, start, zipped
from tests.exchange.listed import told
from tests.images import pictures
from tests.race import evidence
from tests.together import together
from tests.waiting import eventually
from tests.workflow.acts import GREEN, claim, thing, use_recipe
from tests.workflow.hit_acts import answers_to, claim_hit

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TRIES = 8
TREE = thing(box=DOG["box"])
TEXT = {"text": "A dog sleeps."}
OBJECTS = {"objects": [DOG]}
CAPTIONS = {"key": "caption", "kind": "caption.v1", "mode": "parallel", "rounds": 2}
CAPTION = {
    "text": GREEN,
    "text_detected": False,
    "quality_issues": ["none"],
    "quality_other": "",
}


def row(number: int, *said: dict[str, Any]) -> dict[str, Any]:
    """One line about a picture; pictures that are there already are named so as well."""
    known: dict[str, Any] = {"file": f"{number:02}.jpg", "producer": "study 2019"}
    for each in said:
        known |= each
    return known


def packed(*rows: dict[str, Any]) -> bytes:
    numbers = [int(each["file"][:2]) for each in rows]
    files = {f"{n:02}.jpg": pictures.jpeg(seed=n) for n in numbers}
    return zipped({**files, "manifest.jsonl": jsonl(*rows)})


def opened(project: Project, user: User, number: int) -> None:
    """Bring in the first so many pictures and open their samples."""
    imported(project, user, "pictures.zip", packed(*map(row, range(number))))
    waiting = list(Sample.objects.filter(project=project, state="waiting"))
    services.open_samples(project=project, samples=waiting)


def begun(project: Project, user: User, *rows: dict[str, Any]) -> Import:
    """Send rows as finished answers; `brought` brings them in."""
    options = ImageOptions(given_as="answers")
    return start(project, user, "answers.zip", packed(*rows), options=options)


def brought(import_: Import) -> Import:
    assert import_.job is not None
    job_services.run(import_.job.pk)
    return Import.objects.select_related("job").get(pk=import_.pk)


def sent(user: User, path: str, body: dict[str, Any]) -> int:
    """Post over HTTP, as a browser does; a fault of the server would be raised here."""
    answer = client_of(user).post(path, {"key": str(uuid.uuid4()), **body}, format="json")
    assert answer.status_code == 200, answer.content
    return answer.status_code


def submitted(user: User, assignment: int, answer: dict[str, Any]) -> int:
    body = {"answer": answer, "active_seconds": 1}
    return sent(user, f"/api/v1/assignments/{assignment}/submit", body)


def answers_of(sample: Sample) -> list[tuple[str, str]]:
    """(stage, origin) of every answer of a sample, in order."""
    rows = Annotation.objects.filter(sample=sample, index__gt=0)
    return sorted(rows.values_list("stage_key", "origin"))


def somebody_waits() -> bool:
    """Whether some session waits for a lock; unlike activities, locks are read anew each time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def nothing_is_broken(project: Project) -> None:
    assert evidence.double_leases(project) == []
    assert evidence.broken_histories(project) == []
    assert evidence.figures_that_differ(project) == []


def test_of_a_stage_in_rounds_the_person_keeps_it_and_the_file_is_told(
    people: Cast, project: Project
) -> None:
    opened(project, people.lead, TRIES)
    seen = set()
    for _ in range(TRIES):
        held = claim(project, people.ada, "objects")
        number = int(held.sample.image.external_id[:2])
        import_ = begun(project, people.lead, row(number, OBJECTS, TEXT))
        status, import_ = together(
            partial(submitted, people.ada, held.pk, {"objects": [TREE]}), partial(brought, import_)
        )
        assert (status, import_.state, import_.failed) == (200, "succeeded", 0)
        sample = Sample.objects.get(pk=held.sample_id)
        left = told(import_)[1]["left_begun"]
        # Either the text came in before anybody was asked for one, or somebody is asked.
        came_first = [("description", "import"), ("objects", "person")]
        assert answers_of(sample) == (came_first if left == 1 else came_first[1:])
        assert sample.state == ("done" if left == 1 else "open")
        assert sample.tasks.filter(stage_key="description").count() == left - 1
        seen.add(left)
    assert seen <= {1, 2}
    nothing_is_broken(project)


def test_parallel_answers_of_both_stand_beside_each_other(people: Cast, project: Project) -> None:
    use_recipe(project, CAPTIONS)
    opened(project, people.lead, TRIES)
    for _ in range(TRIES):
        held = claim(project, people.ada)
        number = int(held.sample.image.external_id[:2])
        import_ = begun(project, people.lead, row(number, TEXT))
        status, import_ = together(
            partial(submitted, people.ada, held.pk, CAPTION), partial(brought, import_)
        )
        assert (status, import_.state) == (200, "succeeded")
        assert told(import_) == ({"texts": 1, "given": 1}, {})
        sample = Sample.objects.get(pk=held.sample_id)
        assert answers_of(sample) == [("caption", "import"), ("caption", "person")]
        assert sample.state == "open"
    nothing_is_broken(project)


def test_a_file_and_a_hit_about_several_pictures_never_wait_for_each_other_in_a_ring(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has objects for every other picture and texts for those between. The HIT, which has
    all but the first, is sent when the file has come to the first of its two stages."""
    size = 6
    objects = {"key": "objects", "kind": "objects.v1", "hit": {"size": size, "minutes": 20}}
    use_recipe(project, objects, {"key": "description"})
    opened(project, people.lead, 1)
    claim_hit(project, people.ben)
    opened(project, people.lead, size + 1)
    hit = claim_hit(project, people.ada)
    answers = [vars(each) for each in answers_to(hit, {"objects": [TREE]})]
    rows = [row(n, TEXT if n % 2 else OBJECTS) for n in range(size + 1)]
    import_ = begun(project, people.lead, *rows)
    genuine = services.free_of_work
    sending: list[threading.Thread] = []

    def and_then_the_hit(**of: Any) -> set[int]:
        free = genuine(**of)
        if not sending:
            post = partial(sent, people.ada, f"/api/v1/hits/{hit.pk}/submit", {"answers": answers})
            sending.append(threading.Thread(target=together, args=(post,)))
            sending[0].start()
            eventually(somebody_waits, "the HIT waits for the file", 20)
        return free

    monkeypatch.setattr(services, "free_of_work", and_then_the_hit)
    import_ = brought(import_)
    sending[0].join(timeout=20)
    assert not sending[0].is_alive()
    assert (import_.state, import_.failed) == ("succeeded", 0)
    assert import_.job is not None
    assert import_.job.attempts == 1, "it met a fault and was tried again"
    assert told(import_)[0]["given"] == size // 2
    assert told(import_)[1] == {"left_begun": size // 2 + 1}
    assert Annotation.objects.filter(project=project, origin="person").count() == size
    nothing_is_broken(project)


def test_two_files_with_the_same_answers_bring_each_in_once(people: Cast, project: Project) -> None:
    use_recipe(project, CAPTIONS)
    opened(project, people.lead, TRIES)
    for number in range(TRIES):
        files = [begun(project, people.lead, row(number, TEXT)) for _ in range(2)]
        found = together(*[partial(brought, each) for each in files])
        assert [each.state for each in found] == ["succeeded", "succeeded"]
        assert [each.job.attempts for each in found] == [1, 1]
        assert sorted(told(each)[0].get("given", 0) for each in found) == [0, 1]
    given = Annotation.objects.filter(project=project, origin="import", index__gt=0)
    assert given.count() == TRIES
