"""Who the personas are and what a row of the permission matrix says."""

import json
from collections.abc import Mapping
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


def _filled(body: Any, ids: Mapping[str, Any]) -> Any:
    """Put ids where a body names things of the world: `{"sample": "{sample}"}`."""
    if isinstance(body, dict):
        return {name: _filled(value, ids) for name, value in body.items()}
    if isinstance(body, list):
        return [_filled(value, ids) for value in body]
    if isinstance(body, str) and body[:1] == "{" and body[-1:] == "}":
        return ids[body[1:-1]]
    return body


@dataclass(frozen=True)
class Row:
    audience: dict[str, object]
    # Ids are named, as in the address, and never written as numbers: a database does not count
    # from 1 again after a rollback.
    body: Any = None
    # Multipart instead of JSON.
    files: bool = False

    def sent(self, ids: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of the test client's call."""
        if self.files:
            return {"data": {}, "format": "multipart"}
        return {
            "data": json.dumps(_filled(self.body or {}, ids)),
            "content_type": "application/json",
        }
