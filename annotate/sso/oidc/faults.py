"""Why somebody could not be signed in by a provider."""

from annotate.core import errors
from annotate.messages import Message


class NotSignedIn(errors.AppError):
    """Nobody is signed in; the code of the message is what the sign-in page shows words for."""

    code = "not_signed_in"
    status = 409

    def __init__(self, reason: str) -> None:
        super().__init__(Message(f"sso_{reason}"))
        self.reason = reason
