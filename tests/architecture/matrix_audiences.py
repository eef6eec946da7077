"""Who the personas are and what a row of the permission matrix says."""

import json
from dataclasses import dataclass
from typing import Any

# What each persona gets. "in" means let in: whatever the answer, it is none of 401, 403 and 404.
PERSONAS = ("owner", "reviewer", "ada", "blocked", "stranger", "anonymous", "admin")


def _audience(*answers: object) -> dict[str, object]:
    return dict(zip(PERSONAS, answers, strict=True))


#                      owner  reviewer  ada    blocked  stranger  anonymous  admin
PUBLIC = _audience("in", "in", "in", "in", "in", "in", "in")
SIGNED_IN = _audience("in", "in", "in", "in", "in", 401, "in")
ADMIN = _audience(403, 403, 403, 403, 403, 401, "in")
MAKER = _audience("in", 403, 403, 403, 403, 401, "in")
MEMBER = _audience("in", "in", "in", "in", 404, 401, "in")
WORKER = _audience("in", "in", "in", 403, 404, 401, 403)
READER = _audience("in", "in", 403, 403, 404, 401, "in")
LEAD = _audience("in", 403, 403, 403, 404, 401, "in")
# What belongs to Ada alone; not even a lead or an admin may act in her name.
HERS = _audience(404, 404, "in", 404, 404, 401, 404)


@dataclass(frozen=True)
class Row:
    audience: dict[str, object]
    body: Any = None
    # Multipart instead of JSON.
    files: bool = False

    def sent(self) -> dict[str, Any]:
        """Return the arguments of the test client's call."""
        if self.files:
            return {"data": {}, "format": "multipart"}
        return {"data": json.dumps(self.body or {}), "content_type": "application/json"}
