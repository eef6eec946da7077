"""The broker and the handler of the tests about jobs."""

from types import SimpleNamespace

import pytest

from annotate.core import jobs
from annotate.core.jobs import registry, sending
from tests.core.stand_ins import Broker, Handler


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    taken = Broker()
    monkeypatch.setattr(sending, "current_app", SimpleNamespace(send_task=taken.send_task))
    return taken


@pytest.fixture
def handler(monkeypatch: pytest.MonkeyPatch) -> Handler:
    made = Handler()
    monkeypatch.setattr(registry, "_HANDLERS", dict(registry._HANDLERS))
    jobs.handler("test.work", title="Working")(made)
    jobs.in_parts("test.whole", title="Working in parts")
    return made
