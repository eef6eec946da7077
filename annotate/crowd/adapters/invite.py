"""People whom a lead invites by name: each gets a magic link of their own."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from annotate.crowd.adapters.base import Adapter, Arrival, Completion, Outcome, Preview, Settings


class InviteSettings(Settings):
    days: int = Field(
        14, ge=1, le=90, title="Days", description="How long a magic link can be used."
    )


class InviteAdapter(Adapter):
    """No platform: the link itself is the secret, and is told apart by its hash."""

    name = "invite"
    title = "Invited people"
    description = "You invite people one by one; each gets a link that lets them in once."
    settings_model = InviteSettings
    hits_per_visit = None

    def parse(self, parameters: Mapping[str, str], settings: Any) -> Arrival | Preview:
        # Who they are is in the link; `services.links` looks it up.
        return Preview()

    def completion(
        self, settings: Any, *, facts: Mapping[str, str], session: str, outcome: Outcome
    ) -> Completion:
        return Completion(kind="none")
