"""The ids of the parts of answers, as one hand-out shows them.

A stored id tells who made a part: those of an import look alike, and a person's come later. So
everybody who is handed something sees ids that were made for them, and what they send back gets
the stored ones again: lineage, counters and exports know only those. The key lies on the
assignment, so that a reload, a draft and the submission agree.
"""

import secrets
from hashlib import blake2b
from typing import Any

from annotate.kinds import AnyKind
from annotate.kinds.capabilities import HasParts

_BYTES = 6  # twelve hexadecimal digits, as a browser makes them for new parts


def draw_key() -> str:
    """A secret for one hand-out."""
    return secrets.token_hex(16)


def shown_id(key: str, part: str) -> str:
    """What a stored id is called in the hand-out of this key; itself where there is no key."""
    if not key:
        return part
    return blake2b(part.encode(), key=bytes.fromhex(key), digest_size=_BYTES).hexdigest()


def shown(kind: AnyKind, answer: Any, key: str, *, with_lineage: bool = True) -> Any:
    """An answer as it is shown; without lineage nobody can ask which parts were there before."""
    if answer is None or not isinstance(kind, HasParts):
        return answer
    return kind.renamed(
        answer,
        lambda part: shown_id(key, part),
        lambda part: shown_id(key, part) if with_lineage else "",
    )


def stored(kind: AnyKind, answer: Any, base: Any, key: str) -> Any:
    """What somebody sent, with the ids that the parts of its base have.

    A new part that happens to be called as one of them gets another name: it would be taken for
    that one.
    """
    if base is None or not key or not isinstance(kind, HasParts):
        return answer
    ids = kind.part_ids(base)
    names = {shown_id(key, part): part for part in ids}
    taken = frozenset(ids)
    return kind.renamed(
        answer,
        lambda part: names.get(part) or (shown_id(key, part) if part in taken else part),
        lambda part: names.get(part, part),
    )
