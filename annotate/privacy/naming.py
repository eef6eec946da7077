"""Where names stand in what is stored, and how another name takes their place. No database."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Under these keys of stored JSON a name stands for a person. Elsewhere an equal word means
# something else: somebody may be called "train" or "objects".
NAME_KEYS = frozenset(
    [
        "about",
        "account",
        "actor",
        "annotator",
        "author",
        "by",
        "from",
        "into",
        "lead",
        "member",
        "members",
        "name",
        "names",
        "out",
        "people",
        "person",
        "to",
        "user",
        "username",
        "usernames",
        "who",
    ]
)


@dataclass(frozen=True)
class Names:
    """What somebody was called, and what stands for it from now on.

    Attributes:
        emails: their address, and one that waited to be confirmed; none of them empty.
    """

    username: str
    display_name: str
    emails: tuple[str, ...]
    pseudonym: str

    def to_json(self) -> dict[str, Any]:
        return {
            "username": self.username,
            "display_name": self.display_name,
            "emails": list(self.emails),
            "pseudonym": self.pseudonym,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Names":
        return cls(**{**stored, "emails": tuple(stored["emails"])})

    @property
    def all(self) -> list[str]:
        """What is looked for, each once; nothing that is empty."""
        names = dict.fromkeys([self.username, self.display_name, *self.emails])
        return [name for name in names if name]

    def is_one(self, text: str) -> bool:
        """Whether a text is nothing but one of the names; case does not count."""
        return text.casefold() in {name.casefold() for name in self.all}

    def in_text(self, text: str) -> str:
        """A text of somebody's, without an address and without what the name is called by."""
        for email in self.emails:
            text = re.sub(re.escape(email), self.pseudonym, text, flags=re.IGNORECASE)
        called = rf"(?<![\w@.+-])@{re.escape(self.username)}(?![\w@+-])"
        return re.sub(called, f"@{self.pseudonym}", text, flags=re.IGNORECASE)

    def instead(self, text: str) -> str:
        """A text that is one of the names, or names the person in passing."""
        return self.pseudonym if self.is_one(text) else self.in_text(text)

    def in_json(self, value: Any, key: str = "") -> Any:
        """Plain JSON in which no name stands under a key for names, and no address anywhere."""
        if isinstance(value, dict):
            return {name: self.in_json(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [self.in_json(each, key) for each in value]
        if not isinstance(value, str):
            return value
        return self.instead(value) if key.lower() in NAME_KEYS else self.in_text(value)
