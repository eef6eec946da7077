"""What a server or model does not understand of a request, learned from what it refuses."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from annotate.backends.openai.errors import Failure


@dataclass(frozen=True)
class Dialect:
    """What a server does not understand, as it has shown."""

    refused_forms: int = 0
    no_temperature: bool = False
    completion_tokens: bool = False

    def learned(
        self, failure: Failure, body: Mapping[str, Any], *, lenient: bool
    ) -> "Dialect | None":
        """Return it without what a refusal is about; None where asking again cannot help.

        Args:
            lenient: whether a looser form of the answer will do.
        """
        if failure.status not in (400, 422):
            return None
        server_message = failure.server_message.lower()
        if "max_completion_tokens" in server_message and "max_tokens" in body:
            return replace(self, completion_tokens=True)
        if "temperature" in server_message and "temperature" in body:
            return replace(self, no_temperature=True)
        if "response_format" in body and lenient:
            return replace(self, refused_forms=self.refused_forms + 1)
        return None
