"""What leads do about webhooks: other secrets, sending again, what is kept, what is documented."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from django.core.management import call_command
from pytest_django import Settings

from annotate.projects import webhook_secrets
from annotate.projects.services import webhook_sending, webhooks
from annotate.projects.webhook_events import EventType
from tests.conftest import Cast, Clock, client_of
from tests.crowd.stand_ins.server import Said
from tests.projects.receiving import Receiver, Told, header, is_signed

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "docs" / "reference" / "openapi.yaml"
GUIDE = ROOT / "docs" / "reference" / "webhooks.md"
ON_THE_PAGE = ROOT / "frontend" / "src" / "features" / "webhooks" / "check-signatures.ts"


def test_the_secret_before_signs_beside_the_new_one_for_a_day(
    told: Told, receiver: Receiver, people: Cast, time: Clock
) -> None:
    fresh = webhooks.rotate(endpoint=told.endpoint, actor=people.lead)
    for signers in ([fresh, told.secret], [fresh, told.secret], [fresh]):
        webhooks.test(told.endpoint)
        told.send()
        assert is_signed(receiver.asked[-1], *signers)
        time.forward(hours=12)


def test_a_secret_that_somebody_else_knows_signs_nothing_more(
    told: Told, receiver: Receiver, people: Cast
) -> None:
    fresh = webhooks.rotate(endpoint=told.endpoint, actor=people.lead, at_once=True)
    webhooks.test(told.endpoint)
    told.send()
    assert is_signed(receiver.asked[-1], fresh)


def test_a_secret_that_cannot_be_read_is_said_and_made_anew(
    told: Told, receiver: Receiver, people: Cast, settings: Settings
) -> None:
    settings.SECRET_KEY = "another key than the secrets were sealed with"
    client = client_of(people.lead)
    base = f"/api/v1/projects/{told.endpoint.project_id}/webhooks"
    assert client.get(base).json()[0]["state"] == "secret_unreadable"
    rotated = client.post(f"{base}/{told.endpoint.pk}/rotate", {}, format="json").json()
    assert (rotated["state"], rotated["old_secret_until"]) == ("on", None)
    webhooks.test(told.endpoint)
    told.send()
    assert is_signed(receiver.asked[-1], rotated["secret"])


def test_who_was_not_reached_for_five_days_is_switched_off(
    told: Told, receiver: Receiver, time: Clock, people: Cast, settings: Settings
) -> None:
    settings.WEBHOOK_RETRY_SECONDS = []
    receiver.says = [Said(), *(Said(status=500) for _ in range(3))]
    states = []
    client = client_of(people.lead)
    base = f"/api/v1/projects/{told.endpoint.project_id}/webhooks"
    for _ in range(4):
        webhooks.test(told.endpoint)
        told.send()
        states.append(client.get(base).json()[0]["state"])
        time.forward(days=3)
    assert states == ["on", "on", "on", "failing"]
    told.endpoint.project.refresh_from_db()
    assert not told.endpoint.project.has_webhooks
    on = client.patch(f"{base}/{told.endpoint.pk}", {"is_enabled": True}, format="json")
    assert on.json()["state"] == "on"
    verbs = list(told.endpoint.project.audit.order_by("pk").values_list("verb", flat=True))
    assert verbs[-2:] == ["webhook.failing", "webhook.changed"]


def test_all_that_was_given_up_since_a_time_is_sent_again_and_audited(
    told: Told, receiver: Receiver, time: Clock, people: Cast, settings: Settings
) -> None:
    settings.WEBHOOK_RETRY_SECONDS = []
    receiver.says = [Said(status=500) for _ in range(3)]
    client = client_of(people.lead)
    base = f"/api/v1/projects/{told.endpoint.project_id}/webhooks/{told.endpoint.pk}/deliveries"
    for _ in range(3):
        webhooks.test(told.endpoint)
        told.send()
        time.forward(hours=1)
    since = time.at - timedelta(hours=2)
    again = client.post(f"{base}/send", {"since": since.isoformat()}, format="json")
    assert again.json() == {"count": 2}
    told.send()
    shown = {
        state: client.get(base, {"state": state}).json()["results"]
        for state in ("delivered", "given_up", "pending")
    }
    assert [[row["number"] for row in rows] for rows in shown.values()] == [[3, 2], [1], []]
    assert client.post(f"{base}/{shown['given_up'][0]['id']}/send").status_code == 200
    acts = told.endpoint.project.audit.filter(verb="webhook.sent_again").order_by("pk")
    assert [act.data.get("deliveries", act.data.get("delivery")) for act in acts] == [
        2,
        shown["given_up"][0]["id"],
    ]
    assert {act.actor_id for act in acts} == {people.lead.pk}


def test_a_time_without_a_zone_is_refused(told: Told, people: Cast) -> None:
    base = f"/api/v1/projects/{told.endpoint.project_id}/webhooks/{told.endpoint.pk}"
    client = client_of(people.lead)
    for since in ("2027-03-01T00:00:00", "yesterday"):
        answer = client.post(f"{base}/deliveries/send", {"since": since}, format="json")
        assert answer.status_code == 422
    assert client.get(f"{base}/deliveries", {"state": "lost"}).status_code == 422


def test_what_was_received_is_forgotten_after_a_month_and_what_was_not_stays(
    told: Told, receiver: Receiver, time: Clock, settings: Settings
) -> None:
    settings.WEBHOOK_RETRY_SECONDS = []
    receiver.says = [Said(), Said(status=500)]
    for _ in range(2):
        webhooks.test(told.endpoint)
        told.send()
    time.forward(days=29)
    assert webhook_sending.prune() == 0
    time.forward(days=2)
    assert webhook_sending.prune() == 1
    assert told.one().state == "given_up"


def test_the_number_goes_with_each_delivery(told: Told, receiver: Receiver) -> None:
    for _ in range(2):
        webhooks.test(told.endpoint)
    told.send()
    assert [header(asked, "webhook-number") for asked in receiver.asked] == ["1", "2"]


def test_the_schema_has_each_event_with_the_payload_that_is_sent(told: Told) -> None:
    document = yaml.load(SCHEMA.read_text(), Loader=yaml.CSafeLoader)
    assert list(document["webhooks"]) == list(get_args(EventType))
    webhooks.test(told.endpoint)
    content = document["webhooks"]["webhook.test"]["post"]["requestBody"]["content"]
    name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
    payload = document["components"]["schemas"][name]
    sent = json.loads(told.one().body)
    assert set(sent) == set(payload["properties"]) == set(payload["required"])
    assert payload["properties"]["type"]["const"] == sent["type"]


def test_the_command_line_rotates_a_secret(told: Told, people: Cast, capsys: Any) -> None:
    project, endpoint = told.endpoint.project_id, told.endpoint.pk
    who = people.lead.username
    call_command(
        *("webhooks", "rotate", str(project), str(endpoint)), "--at-once", "--json", "--as", who
    )
    shown = json.loads(capsys.readouterr().out)["secret"]
    told.endpoint.refresh_from_db()
    assert webhook_secrets.SECRETS.unseal(told.endpoint.secrets) == {"signing": shown}


class Headers(dict[str, str]):
    """Headers that are read without regard to case."""

    def __getitem__(self, name: str) -> str:
        return {key.lower(): value for key, value in self.items()}[name.lower()]


def sent_now(told: Told, receiver: Receiver) -> tuple[Headers, bytes]:
    webhooks.test(told.endpoint)
    told.send()
    return Headers(receiver.asked[-1].headers), receiver.asked[-1].body


def test_the_receiver_of_the_guide_knows_what_is_genuine_new_and_missing(
    told: Told, receiver: Receiver, people: Cast, time: Clock
) -> None:
    time.at = datetime.now(UTC)
    code = GUIDE.read_text().split("```python\n")[1].split("```")[0]
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102
    first = sent_now(told, receiver)
    assert names["receive"](*first, told.secret) == (True, [])
    assert names["receive"](*first, told.secret) == (False, [])
    sent_now(told, receiver)
    webhooks.rotate(endpoint=told.endpoint, actor=people.lead)
    third = sent_now(told, receiver)
    with pytest.raises(PermissionError):
        names["receive"](third[0], third[1] + b" ", told.secret)
    assert names["receive"](*third, told.secret) == (True, [2])


def test_the_lines_that_the_page_shows_check_a_signature(
    told: Told, receiver: Receiver, time: Clock
) -> None:
    time.at = datetime.now(UTC)
    code = ON_THE_PAGE.read_text().split("`")[1]
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102
    headers, body = sent_now(told, receiver)
    assert names["is_ours"](headers, body, told.secret)
    assert not names["is_ours"](headers, body + b" ", told.secret)
