"""Spelling suggestions for English texts, to be accepted or refused by people (mission B8).

VizWiz-Captions replaced every unknown word by the first suggestion of a web service (VW App. A.2).
Here nothing is replaced: a suggestion has a place, options and a confidence, and a lead decides.

**Known** is a word of the American list of pyspellchecker, of the British list of symspellpy or of
the project. Both spellings are right, "colour" as well as "color".

**Not looked at**, because it is no typing mistake or nobody could tell: words with digits, what
stands in double quotes (it is copied from the image), addresses of mail and web, words in capitals
or with one inside ("DELL", "iPhone"), words of fewer than three letters, and the canned text.

**Names** (a capital anywhere but at the start of a sentence, as in "a bottle of Dove") are compared
with a list of brands only: "Budwieser" may be meant to be "Budweiser", and "Progresso" not to be
"progress". A brand of the list in small letters gets its capital ("dell"). The word after a name
may well belong to it, as in VW's own "a box of Duracell procell batteries": there only options at
distance 1 count.

**Confidence** is that of a noisy channel (Kernighan, Church and Gale 1990; Norvig 2007): an option
of frequency f at distance d has the weight f * 0.01^d, a tenth of it where the first letter differs
(people rarely mistype it: Pollock and Zamora 1984). The weight is divided by the sum of all and of
one for "it is a word that no list knows": 0.01 * 10^-6, twenty times that for words of fewer than
five letters (abbreviations), and times the square of how often the word occurs in the collection.
At the start of a sentence, where a name cannot be told from a word, confidence counts half. It
orders a queue; it is no measured probability.
"""

import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from rapidfuzz import process
from rapidfuzz.distance import OSA

from annotate.analysis.text import marks
from annotate.analysis.text_rules.phrases import data
from annotate.analysis.tokens import sentence_spans

# As what a word is looked at: by itself, after a name it may belong to, or as a name.
Role = Literal["word", "after name", "name"]

MAX_DISTANCE = 2
MAX_OPTIONS = 5
MIN_LETTERS = 3
MAX_LETTERS = 40
FAR_LETTERS = 5  # shorter words have too many neighbours at distance 2

_PER_EDIT = 0.01
_OTHER_FIRST_LETTER = 0.1
_UNLISTED = _PER_EDIT * 1e-6
_UNLISTED_SHORT = 20.0
_START_OF_SENTENCE = 0.5
_MIN_CONFIDENCE = 0.005
# That a brand lacks its capital is likely, and no mistake that anybody must mend.
_CAPITAL = 0.5
# The share of a brand among all words where no list has it.
_RARE = 1e-6
# Frequent words that nobody wants to be offered; they count among the options all the same.
_NOT_OFFERED = frozenset({"ass", "bitch", "cock", "crap", "cum", "cunt", "dick", "fuck", "piss"})
_NOT_OFFERED |= {"porn", "pussy", "sex", "shit", "slut", "tit", "tits", "whore"}

_CHUNK = re.compile(r"\S+")
_ADDRESS = re.compile(r"[@#/\\_]|\w\.\w|\d")
_QUOTED = re.compile(r'"[^"\n]{0,500}"|“[^”\n]{0,500}”|„[^“”\n]{0,500}[“”]|«[^»\n]{0,500}»')


@cache
def _word() -> re.Pattern[str]:
    letter = rf"[^\W\d_]|[{marks()}]"
    return re.compile(rf"[^\W\d_](?:{letter})*(?:['’](?:{letter})+)*")


@dataclass(frozen=True, slots=True)
class Option:
    """A word that may have been meant, in the case it was typed in; ``confidence`` in (0, 1]."""

    word: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An unknown word, its (start, end) in the text, and what may have been meant, best first.

    There is at least one option.
    """

    span: tuple[int, int]
    word: str
    options: tuple[Option, ...]


def suggest(
    text: str,
    *,
    words: Collection[str] = (),
    canned_text: str | None = None,
    seen: Mapping[str, int] | None = None,
    max_options: int = MAX_OPTIONS,
) -> list[Suggestion]:
    """Return the words of ``text`` that no list knows but that lie near a known one.

    ``words`` are those of the project, in any case. A word without a known neighbour has no
    suggestion: it is more likely a rare word than a mistake. ``seen`` (of :func:`unknown_words`)
    says in how many texts of the collection an unknown word occurs: the more, the less likely it is
    a mistake.

    >>> [(s.word, s.span, s.options[0].word) for s in suggest("A Woooden tabel.")]
    [('tabel', (10, 15), 'table')]
    >>> suggest("A colour photo of a Progresso can says “Tomatoe”.")
    []
    >>> suggest("A bag of hazlenut wafers.", words=["Hazlenut"])
    []
    """
    if canned_text and text.strip().casefold() == canned_text.strip().casefold():
        return []
    own = {word.lower() for word in words}
    starts = {start for start, _ in sentence_spans(text)}
    suggestions = []
    name_end = -1
    for start, word in _words(text):
        at_start = _opens(text, start, starts)
        role = _role(word, at_start=at_start, after_name=text[name_end:start].isspace())
        if _is_name(word, at_start=at_start):
            name_end = start + len(word)
        if role is None:
            continue
        options = _options(word, own, (seen or {}).get(word.lower(), 1), role)[:max_options]
        if options:
            suggestions.append(Suggestion((start, start + len(word)), word, tuple(options)))
    return suggestions


def unknown_words(texts: Iterable[str], *, words: Collection[str] = ()) -> Counter[str]:
    """Return in how many texts each unknown word occurs, in lower case; for ``suggest(seen=…)``.

    >>> unknown_words(["a jambox on a tabel", "a black jambox, a red jambox"])
    Counter({'jambox': 2, 'tabel': 1})
    """
    own = {word.lower() for word in words}
    counts: Counter[str] = Counter()
    for text in texts:
        lower = dict.fromkeys(word.lower() for _, word in _words(text))
        counts.update(word for word in lower if not is_known(word, words=own))
    return counts


def is_known(word: str, *, words: Collection[str] = ()) -> bool:
    """Tell whether a list knows the word, without an apostrophe ending if need be.

    >>> is_known("Grey"), is_known("gray"), is_known("centre's"), is_known("liying")
    (True, True, True, False)
    """
    lower = word.lower().replace("’", "'")
    stem = lower.split("'")[0]
    listed = frequencies()
    return any(form in listed or form in words for form in (lower, stem, stem + "s"))


@cache
def frequencies() -> Mapping[str, float]:
    """Return every word of the two lists with its share of all words, in (0, 1); takes 0.3 s."""
    american = json.loads(
        gzip.decompress((files("spellchecker") / "resources" / "en.json.gz").read_bytes())
    )
    british = _pairs(
        (files("symspellpy") / "frequency_dictionary_en_82_765.txt").read_text("utf-8-sig")
    )
    shares: dict[str, float] = {}
    for counts in (american, british):
        total = sum(counts.values())
        for word, count in counts.items():
            shares[word] = max(shares.get(word, 0.0), count / total)
    for brand in _brands():
        shares.setdefault(brand, _RARE)
    return shares


def _pairs(lines: str) -> dict[str, int]:
    split = (line.split() for line in lines.splitlines())
    return {word: int(count) for word, count in split}


@cache
def _by_length() -> Mapping[int, Sequence[str]]:
    groups: dict[int, list[str]] = defaultdict(list)
    for word in sorted(frequencies()):
        if len(word) >= MIN_LETTERS:
            groups[len(word)].append(word)
    return groups


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Yield every word outside quotes and addresses, with its place."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    for chunk in _CHUNK.finditer(text):
        if _ADDRESS.search(chunk.group()):
            continue
        for match in _word().finditer(text, chunk.start(), chunk.end()):
            if not any(start < match.start() < end for start, end in quoted):
                yield match.start(), match.group()


def _opens(text: str, start: int, starts: Collection[int]) -> bool:
    """Tell whether a sentence begins here, opening marks aside."""
    while start and not text[start - 1].isalnum() and start not in starts:
        start -= 1
    return start in starts


def _is_name(word: str, *, at_start: bool) -> bool:
    return word[0].isupper() and (not at_start or word.lower() in _brands())


def _role(word: str, *, at_start: bool, after_name: bool) -> Role | None:
    """Return as what a word is looked at, None where it is not."""
    letters = word.split("'")[0].split("’")[0]
    if not MIN_LETTERS <= len(letters) <= MAX_LETTERS or not letters.isascii():
        return None
    if letters.islower():
        return "after name" if after_name else "word"
    if not letters.istitle():
        return None
    return "word" if at_start else "name"


def _options(word: str, own: Collection[str], seen: int, role: Role) -> list[Option]:
    """Return the options for a word that so many texts have, best first; none where it is known."""
    stem, mark, ending = word.partition("'" if "'" in word else "’")
    if stem in _brands() and word not in own and stem not in own:
        return [Option(_brands()[stem] + mark + ending, _CAPITAL)]
    if is_known(word, words=own):
        return []
    weights = dict(_candidates(stem.lower(), role))
    unlisted = _UNLISTED * max(1, seen) ** 2
    total = sum(weights.values()) + unlisted * (1 if len(stem) >= FAR_LETTERS else _UNLISTED_SHORT)
    doubt = _START_OF_SENTENCE if word[0].isupper() and role == "word" else 1.0
    ranked = sorted(weights, key=lambda option: (-weights[option], option))
    return [
        Option(_in_case_of(stem, option) + mark + ending, round(doubt * weights[option] / total, 4))
        for option in ranked
        if weights[option] / total >= _MIN_CONFIDENCE and option not in _NOT_OFFERED
    ]


@cache
def _brands() -> Mapping[str, str]:
    """Return the brands of the list by their names in small letters."""
    return {name.lower(): name for name in data("brands")["names"]}


def _candidates(stem: str, role: Role) -> Iterator[tuple[str, float]]:
    """Yield the listed words near a word that may stand in its place, and their weights."""
    for option, weight, distance in _neighbours(stem):
        if role == "name" and option not in _brands():
            continue
        if role != "after name" or distance == 1:
            yield option, weight


@cache
def _neighbours(stem: str) -> tuple[tuple[str, float, int], ...]:
    reach = MAX_DISTANCE if len(stem) >= FAR_LETTERS else 1
    shares, groups = frequencies(), _by_length()
    neighbours = []
    for length in range(len(stem) - reach, len(stem) + reach + 1):
        near = process.extract(
            stem, groups.get(length, ()), scorer=OSA.distance, score_cutoff=reach, limit=None
        )
        for word, distance, _ in near:
            weight = shares[word] * _PER_EDIT**distance
            same_start = word[0] == stem[0]
            neighbours.append(
                (word, weight if same_start else weight * _OTHER_FIRST_LETTER, int(distance))
            )
    return tuple(neighbours)


def _in_case_of(typed: str, word: str) -> str:
    if word in _brands():
        return _brands()[word]
    return word.capitalize() if typed[0].isupper() else word
