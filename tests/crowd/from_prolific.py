"""People who come from Prolific, and what the platform tells of them."""

from collections.abc import Callable

from annotate.crowd.models import Channel
from tests.crowd.browsers import Browser, Page
from tests.crowd.stand_ins.prolific import message

Open = Callable[[], Browser]
PID = "5f3a0000000000000000000a"
OTHER = "5f3a0000000000000000000b"


def tell(browser: Browser, channel: Channel, session: str, status: str, **more: object) -> Page:
    """Send a signed message as Prolific does."""
    body, headers = message(session, PID, status, **more)  # type: ignore[arg-type]
    return browser.post(f"/api/v1/crowd/webhooks/{channel.slug}", body, **headers)
