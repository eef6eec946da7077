"""SVO-Probes as questions with two captions (ImageInWords D.8).

The set has two images for one sentence; a question needs two captions for one image. The sentence
of which the negative image is itself the positive one is the wrong caption. Where there is none,
the subject, verb or object that differs is exchanged in the sentence; rows in which that cannot be
done are left out, as in the paper.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from annotate.analysis.compositional.model import Probe, ProbesError
from annotate.analysis.text import clean_line
from annotate.messages import Message

PARTS = ("subject", "verb", "object")
_FLAGS = ("subj_neg", "verb_neg", "obj_neg")
Rows = Sequence[tuple[int, Mapping[str, Any]]]


def read_svo(rows: Rows) -> tuple[list[Probe], dict[str, int]]:
    """Return the probes, and how many rows were left out by reason.

    ``no_sentence``: the row has none. ``no_negative``: neither the sentence of the negative image
    nor its triplet is there. ``not_in_sentence``: what should be exchanged is not in the sentence
    in that form ("lie" in "A man lying on a beach"). ``same_caption``: both captions are equal.

    >>> rows = [(1, {"sentence": "A girl sits.", "pos_triplet": "girl,sit,", "neg_triplet":
    ...         "boy,sit,", "pos_image_id": 7, "neg_image_id": 8, "subj_neg": "True"})]
    >>> [(probe.true, probe.false, probe.kind) for probe in read_svo(rows)[0]]
    [('A girl sits.', 'A boy sits.', 'subject')]
    """
    captions = _captions(rows)
    left_out: Counter[str] = Counter()
    probes = []
    for number, row in rows:
        sentence, image = _text(row, "sentence"), _text(row, "pos_image_id")
        if not image:
            raise ProbesError(Message("probe_field_missing", row=number, field="pos_image_id"))
        false, why = _negative(row, sentence, captions)
        if not sentence:
            why = "no_sentence"
        elif not why and false.casefold() == sentence.casefold():
            why = "same_caption"
        if why:
            left_out[why] += 1
            continue
        found = Probe(
            set="svo-probes",
            id=f"svo-probes/{number}",
            image=image,
            true=sentence,
            false=false,
            kind=_kind(row),
        )
        probes.append(found)
    return probes, dict(sorted(left_out.items()))


def _captions(rows: Rows) -> dict[str, list[tuple[str, str]]]:
    """The triplets and sentences of each image that is a positive one, in the order of the file."""
    captions: dict[str, list[tuple[str, str]]] = {}
    for _, row in rows:
        if sentence := _text(row, "sentence"):
            known = captions.setdefault(_text(row, "pos_image_id"), [])
            known.append((_text(row, "pos_triplet"), sentence))
    return captions


def _negative(
    row: Mapping[str, Any], sentence: str, captions: Mapping[str, list[tuple[str, str]]]
) -> tuple[str, str]:
    """The wrong caption, or why there is none."""
    wanted = _text(row, "neg_triplet")
    known = captions.get(_text(row, "neg_image_id"), [])
    for triplet, caption in known:
        if triplet == wanted:
            return caption, ""
    if known:
        return known[0][1], ""
    before, after = _text(row, "pos_triplet").split(","), wanted.split(",")
    if not wanted or len(before) != 3 or len(after) != 3:
        return "", "no_negative"
    return _exchanged(sentence, before, after)


def _exchanged(sentence: str, before: list[str], after: list[str]) -> tuple[str, str]:
    """The sentence with the part of the triplet that differs; whole words, in the same case."""
    for old, new in zip(before, after, strict=True):
        old, new = old.strip(), new.strip()
        if old.casefold() == new.casefold():
            continue
        # The words of triplets are lemmas; the end of a regular form ("sits") stays.
        found = re.search(rf"\b{re.escape(old)}(?=(?:s|es)?\b)", sentence, re.IGNORECASE)
        if not old or not new or found is None:
            return "", "not_in_sentence"
        if found[0][0].isupper():
            new = new[0].upper() + new[1:]
        return sentence[: found.start()] + new + sentence[found.end() :], ""
    return "", "no_negative"


def _kind(row: Mapping[str, Any]) -> str:
    return next(
        (part for part, flag in zip(PARTS, _FLAGS, strict=True) if _true(row.get(flag))), ""
    )


def _true(value: object) -> bool:
    return str(value).strip().casefold() in ("true", "1")


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return "" if value is None else clean_line(str(value))
