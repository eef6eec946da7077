"""Names that stand for annotators where a dataset leaves the house."""

import hashlib
import hmac

from annotate.exchange.exports.reading import Scope


class Pseudonyms:
    """Names that stand for annotators: the same in every export of a project, in no other."""

    def __init__(self, scope: Scope) -> None:
        project = scope.project
        # The seed never leaves the server; without it nobody can try out account numbers.
        self._key = f"annotate.exchange.pseudonym/{project.pk}/{project.seed}".encode()
        numbers = scope.people or {}
        self._known = {user_id: f"p-{number}" for user_id, number in numbers.items()}

    def of(self, user_id: int) -> str:
        """The pseudonym of an account.

        It looks like `a-5f3c9e1b07`: 40 bits, so that two of 10,000 people share one with a
        probability of 0.005%. In a release it is `p-3`: the third person who worked here.
        """
        known = self._known.get(user_id)
        if known is None:
            digest = hmac.new(self._key, str(user_id).encode(), hashlib.sha256).hexdigest()
            known = self._known[user_id] = f"a-{digest[:10]}"
        return known
