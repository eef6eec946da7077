"""Work that is done during a visit, without HTTP."""

import uuid

from annotate.crowd.adapters.base import Arrival
from annotate.crowd.models import Channel, Participation
from annotate.crowd.services import entry
from annotate.workflow import services
from annotate.workflow.schemas.work import HitAnswer
from tests.crowd.deeds import GREEN, fresh


def begin(channel: Channel, person: str, session: str, **facts: str) -> Participation:
    """Let somebody in, and return their visit."""
    return entry.admit(channel=channel, arrival=Arrival(person, session, facts))


def delivered(channel: Channel, person: str, session: str, **facts: str) -> Participation:
    """Let somebody in, who does one HIT."""
    visit = begin(channel, person, session, **facts)
    hit = services.claim(project=channel.project, annotator=visit.user).hit
    assert hit is not None
    answers = [
        HitAnswer(assignment=pk, answer={"text": GREEN}, active_seconds=10)
        for pk in hit.assignments.values_list("pk", flat=True)
    ]
    services.submit_hit(hit=hit, key=uuid.uuid4(), answers=answers)
    return fresh(visit)
