"""Who makes seeds together: a detector, a captioner and a reader, and how they sign."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from annotate.backends import Captioner, Detector, Provenance, Reader, Role
from annotate.backends.traces import storable


@dataclass(frozen=True)
class Signature:
    """The version of a connection that plays a role: its key, and what people call it."""

    version_id: int
    label: str


@dataclass(frozen=True, kw_only=True)
class LoadedModels:
    """The back ends of one run, ready to work, and the versions behind them where there are any."""

    detector: Detector
    captioner: Captioner
    reader: Reader | None = None
    signatures: Mapping[Role, Signature] = field(default_factory=dict)

    @property
    def batch(self) -> int:
        """How many images are best given at once to the one of them that likes most."""
        return max(1, self.detector.batch, self.captioner.batch)

    def signed(self, role: Role, provenance: Provenance, **more: Any) -> dict[str, Any]:
        """What is kept of one call: who said what to which question, and for how much."""
        signature = self.signatures.get(role)
        return storable(provenance, role=role, model=signature.label if signature else "", **more)

    def version(self, role: Role) -> int | None:
        signature = self.signatures.get(role)
        return signature.version_id if signature else None

    def made_by(self, *roles: Role) -> str:
        """The keys of all versions that had a part, such as "4+7"."""
        return made_by(*[self.version(role) for role in roles])

    def producer(self, *roles: Role) -> str:
        """What these are called, such as "classical M0 + tesseract M0"."""
        return " + ".join(dict.fromkeys(self._name(role) for role in roles))[:200]

    def _name(self, role: Role) -> str:
        signature = self.signatures.get(role)
        if signature:
            return signature.label
        players = {"detector": self.detector, "captioner": self.captioner, "ocr": self.reader}
        player = players[role]
        return f"{player.name} {player.version}" if player else ""


def made_by(*version_ids: int | None) -> str:
    """The name under which versions make a seed together; empty where one is unknown.

    >>> made_by(4, 7), made_by(4, 4), made_by(4, None)
    ('4+7', '4', '')
    """
    if None in version_ids:
        return ""
    return "+".join(dict.fromkeys(map(str, version_ids)))


def again(made_by: str, annotation_id: int) -> str:
    """The name of a seed that is put back as the newest, after a roll-back say.

    >>> again("4+7", 120), original(again("4+7", 120)), original("4+7")
    ('4+7@120', '4+7', '4+7')
    """
    return f"{made_by}@{annotation_id}"


def original(made_by: str) -> str:
    """Who made a seed first, whether or not it has been put back."""
    return made_by.partition("@")[0]
