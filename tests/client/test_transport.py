"""Requests are sent again where that is safe, and errors say what to do."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from annotate_client import (
    ApiError,
    Client,
    Misused,
    NoConnection,
    NotAuthenticated,
    Retries,
    ServerError,
    Throttled,
    UnknownServer,
)
from annotate_client.transport import retry_after
from tests.client.conftest import Answers

Standin = Callable[[Answers], Client]
AWAY = [502, 503, 504]


def refusal(status: int, code: str, **more: object) -> httpx.Response:
    error = {"code": code, "message": "It is so.", "remedy": "Do this.", "retry": False}
    said = {"fields": [], "details": {}, **error, **more}
    return httpx.Response(status, json={"error": said}, headers={"X-Request-Id": "r-1"})


def fails_first(times: int, fault: Callable[[], httpx.Response]) -> tuple[Answers, list[str]]:
    """Answers that fail so often and then succeed; with the methods that were asked."""
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        return fault() if len(asked) <= times else httpx.Response(200, json=[])

    return answer, asked


def broken() -> httpx.Response:
    raise httpx.ReadError("cut off")


def never_sent() -> httpx.Response:
    raise httpx.ConnectError("refused")


@pytest.mark.parametrize("status", AWAY)
def test_what_only_reads_is_asked_again(standin: Standin, pauses: list[float], status: int) -> None:
    answer, asked = fails_first(3, lambda: refusal(status, "unavailable"))
    assert standin(answer).recipes() == []
    assert len(asked) == 4
    assert len(pauses) == 3


def test_pauses_grow_and_are_drawn_from_the_whole_stretch(
    standin: Standin, pauses: list[float]
) -> None:
    answer, _ = fails_first(5, broken)
    standin(answer).recipes()
    assert all(0 <= pause <= 0.5 * 2**number for number, pause in enumerate(pauses))
    assert len(set(pauses)) == len(pauses)


@pytest.mark.parametrize("fault", [broken, lambda: refusal(503, "unavailable")])
def test_what_may_have_been_done_is_not_done_twice(
    standin: Standin, pauses: list[float], fault: Callable[[], httpx.Response]
) -> None:
    answer, asked = fails_first(1, fault)
    with pytest.raises((NoConnection, ServerError)):
        standin(answer).api.call("projectsCreate", name="Once")
    assert (asked, pauses) == (["POST"], [])


@pytest.mark.parametrize("fault", [never_sent, lambda: refusal(429, "throttled")])
def test_what_was_certainly_not_done_is_sent_again_whatever_it_is(
    standin: Standin, fault: Callable[[], httpx.Response]
) -> None:
    answer, asked = fails_first(2, fault)
    standin(answer).api.call("projectsCreate", name="Once")
    assert asked == ["POST"] * 3


def test_a_submission_is_sent_again_because_of_its_key(standin: Standin) -> None:
    answer, asked = fails_first(1, broken)
    standin(answer).api.call("submit", assignment_id=1, answer={}, key="k")
    assert len(asked) == 2


def test_the_server_says_how_long_to_wait(standin: Standin, pauses: list[float]) -> None:
    def throttled() -> httpx.Response:
        refused = refusal(429, "throttled")
        refused.headers["Retry-After"] = "7"
        return refused

    answer, _ = fails_first(1, throttled)
    standin(answer).recipes()
    assert len(pauses) == 1
    assert 7 <= pauses[0] <= 7.5


def test_nobody_waits_for_an_hour_without_being_told(standin: Standin, pauses: list[float]) -> None:
    def locked() -> httpx.Response:
        refused = refusal(429, "throttled")
        refused.headers["Retry-After"] = "3600"
        return refused

    with pytest.raises(Throttled):
        standin(lambda request: locked()).recipes()
    assert pauses == []


def test_a_date_is_understood_as_well() -> None:
    later = datetime.now(UTC) + timedelta(seconds=30)
    dated = httpx.Response(503, headers={"Retry-After": format_datetime(later, usegmt=True)})
    assert 25 < (retry_after(dated) or 0) <= 30
    assert retry_after(httpx.Response(503, headers={"Retry-After": "soon"})) is None
    past = httpx.Response(503, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"})
    assert retry_after(past) == 0


def test_in_the_end_the_last_refusal_is_raised(standin: Standin, pauses: list[float]) -> None:
    with pytest.raises(ServerError) as refused:
        standin(lambda request: refusal(503, "unavailable")).recipes()
    assert len(pauses) == Retries().attempts - 1
    assert "In the server's log it is request r-1." in str(refused.value)


def test_an_error_carries_all_that_the_server_said(standin: Standin) -> None:
    fields = [{"path": "objects[0].label", "code": "label_empty", "message": "Name it."}]

    def answer(request: httpx.Request) -> httpx.Response:
        return refusal(422, "invalid", fields=fields, details={"n": 1}, something="new")

    with pytest.raises(ApiError) as refused:
        standin(answer).recipes()
    error = refused.value
    assert (error.status, error.code, error.remedy) == (422, "invalid", "Do this.")
    assert (error.fields[0].path, error.fields[0].code) == ("objects[0].label", "label_empty")
    assert (error.details, error.request_id) == ({"n": 1}, "r-1")
    assert str(error) == (
        "It is so. (422 invalid)\n  objects[0].label: Name it.\nWhat to do: Do this."
    )


def test_a_wrong_token_is_an_error_of_its_own(standin: Standin) -> None:
    with pytest.raises(NotAuthenticated):
        standin(lambda request: refusal(401, "not_authenticated")).projects()


def client_of(answers: Answers) -> Client:
    return Client("http://annotate.test", token="t", transport=httpx.MockTransport(answers))


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, html="<h1>Hello</h1>"),
        httpx.Response(200, json={"version": 2}),
        httpx.Response(404, html="<h1>Nothing</h1>"),
        httpx.Response(301, headers={"Location": "https://elsewhere.test/"}),
        refusal(404, "not_found"),
    ],
    ids=["a page", "another API", "no API", "moved", "another version"],
)
def test_a_server_of_another_api_is_called_so(answer: httpx.Response) -> None:
    with pytest.raises(UnknownServer, match=r"no Annotate API v1 at http://annotate\.test"):
        client_of(lambda request: answer).projects()


def test_an_answer_without_what_is_needed_is_not_guessed_at(standin: Standin) -> None:
    with pytest.raises(UnknownServer, match="Recipe is not as this client knows it"):
        standin(lambda request: httpx.Response(200, json=[{"name": "iiw"}])).recipes()


def test_what_a_newer_server_adds_disturbs_nobody(standin: Standin) -> None:
    recipe = {"name": "iiw", "title": "IIW", "description": "", "stages": [], "colour": "red"}
    [read] = standin(lambda request: httpx.Response(200, json=[recipe])).recipes()
    assert (read.name, read.raw["colour"]) == ("iiw", "red")


def test_lists_are_read_page_by_page_as_they_are_asked_for(standin: Standin) -> None:
    asked: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        cursor = request.url.params.get("cursor")
        asked.append(cursor)
        number = int(cursor or 0)
        following = str(number + 1) if number < 2 else None
        page = {"results": [{"n": number}, {"n": number}], "next": following, "previous": None}
        return httpx.Response(200, json=page)

    rows = standin(answer).api.pages("samplesList", project_id=1, state="done")
    assert [row["n"] for row in itertools.islice(rows, 2)] == [0, 0]
    assert asked == [None]
    assert [row["n"] for row in rows] == [1, 1, 2, 2]
    assert asked == [None, "1", "2"]


def test_what_an_operation_does_not_take_is_never_sent(standin: Standin) -> None:
    api = standin(lambda request: httpx.Response(500)).api
    with pytest.raises(Misused, match="takes no colour"):
        api.call("projectsRead", project_id=1, colour="red")
    with pytest.raises(Misused, match="needs 'project_id'"):
        api.call("projectsRead")
    with pytest.raises(Misused, match="no operation 'projectsPaint'"):
        api.call("projectsPaint")
