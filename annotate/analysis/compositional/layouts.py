"""Read ARO, SVO-Probes and Winoground as they are published.

ARO (Yuksekgonul et al. 2023), a list in JSON: ``image_path``, ``true_caption``, ``false_caption``
and ``attributes`` (visual_genome_attribution.json) or ``relation_name``
(visual_genome_relation.json). SVO-Probes (Hendricks & Nematzadeh 2021), a CSV; see
:mod:`annotate.analysis.compositional.svo`. Winoground (Thrush et al. 2022), JSON lines: ``id``,
``image_0``, ``caption_0``, ``image_1``, ``caption_1``, ``collapsed_tag``.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from annotate.analysis.compositional.model import Name, Probe, ProbeFile, ProbesError
from annotate.analysis.compositional.svo import read_svo
from annotate.analysis.text import clean_line
from annotate.messages import Message

Row = tuple[int, Mapping[str, Any] | None]
_SIGNS: Mapping[Name, tuple[str, ...]] = {
    "vg-attribution": ("true_caption", "false_caption", "attributes"),
    "vg-relation": ("true_caption", "false_caption", "relation_name"),
    "svo-probes": ("sentence", "pos_triplet", "pos_image_id", "neg_image_id"),
    "winoground": ("image_0", "caption_0", "image_1", "caption_1"),
}


def probes_in(rows: Iterable[Row]) -> ProbeFile:
    """Return the probes of a file whose rows are given with their numbers, counted from 1.

    The names in the first row say which of the four layouts it is.

    Raises:
        ProbesError: it is none of them, a row lacks something, or nothing is left.

    >>> row = {"image_path": "2.jpg", "attributes": ["red", "old"],
    ...        "true_caption": "the red bus and the old man",
    ...        "false_caption": "the old bus and the red man"}
    >>> found = probes_in([(1, row)])
    >>> found.set, found.probes[0].image, found.probes[0].kind
    ('vg-attribution', '2.jpg', 'red, old')
    """
    known = [(number, _object(number, row)) for number, row in rows]
    name = _layout(known[0][1]) if known else None
    if name is None:
        raise ProbesError(Message("probes_layout_unknown"))
    left_out: Mapping[str, int] = {}
    if name == "svo-probes":
        probes, left_out = read_svo(known)
    elif name == "winoground":
        probes = [probe for number, row in known for probe in _winoground(number, row)]
    else:
        probes = [_aro(name, number, row) for number, row in known]
    if not probes:
        raise ProbesError(Message("probes_none_left"))
    return ProbeFile(name, tuple(probes), left_out)


def _object(number: int, row: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if row is None:
        raise ProbesError(Message("probe_no_object", row=number))
    return row


def _layout(row: Mapping[str, Any]) -> Name | None:
    return next(
        (name for name, signs in _SIGNS.items() if all(sign in row for sign in signs)), None
    )


def _aro(name: Name, number: int, row: Mapping[str, Any]) -> Probe:
    kind = row.get("relation_name") if name == "vg-relation" else row.get("attributes")
    parts = kind if isinstance(kind, list) else [kind]
    return Probe(
        set=name,
        id=f"{name}/{number}",
        image=text_in(number, row, "image_path"),
        true=text_in(number, row, "true_caption"),
        false=text_in(number, row, "false_caption"),
        kind=clean_line(", ".join(str(part) for part in parts if part is not None)),
    )


def _winoground(number: int, row: Mapping[str, Any]) -> Iterator[Probe]:
    """The two questions of an example: each caption is true of one image and wrong of the other."""
    example = clean_line(str(row.get("id", number)))
    for one, other in ((0, 1), (1, 0)):
        yield Probe(
            set="winoground",
            id=f"winoground/{example}/{one}",
            image=text_in(number, row, f"image_{one}"),
            true=text_in(number, row, f"caption_{one}"),
            false=text_in(number, row, f"caption_{other}"),
            kind=clean_line(str(row.get("collapsed_tag") or row.get("tag") or "")),
            group=example,
        )


def text_in(number: int, row: Mapping[str, Any], name: str) -> str:
    """A field that must hold a text or a number; raises :class:`ProbesError`."""
    value = row.get(name)
    usable = isinstance(value, str | int) and not isinstance(value, bool)
    text = clean_line(str(value)) if usable else ""
    if not text:
        raise ProbesError(Message("probe_field_missing", row=number, field=name))
    return text
