"""WordNet 3.0: which meanings a word has, and how near two meanings lie.

The database (Fellbaum 1998; licence of Princeton University, free for any use) is read from the
files of the Debian package wordnet-base or of Princeton's own archive: from the folder named by the
variable ``WORDNET_DIR``, or ``/usr/share/wordnet``. NLTK's reader asks for two files that the
package lacks and refuses folders outside its own; this one reads only what is asked for here. The
formats are described in wndb(5WN), the search for base forms in morphy(7WN).
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

Synset = tuple[str, int]  # part of speech (n, v, a, r) and offset in its file

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_WITH_HYPERNYMS = ("n", "v")
_KIND, _INSTANCE = b"@", b"@i"  # pointers to hypernyms: of a kind, and of one of a kind
_ENDINGS = {
    "n": "s: ses:s ves:f xes:x zes:z ches:ch shes:sh men:man ies:y",
    "v": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "a": "er: est: er:e est:e",
    "r": "",
}
_REMEMBERED = 1_000_000  # pairs of words, some 150 MB
_MISSING = Undefined(Message("wordnet_not_installed"))


@dataclass(frozen=True, slots=True)
class Ancestors:
    """How far up the meanings of a word lie, by the shortest way; ``root`` is above all of them."""

    distances: dict[Synset, int]
    root: int


@dataclass(slots=True)
class WordNet:
    """The database in memory, some 85 MB."""

    index: dict[str, dict[str, tuple[int, ...]]]
    exceptions: dict[str, dict[str, tuple[str, ...]]]
    data: dict[str, bytes]
    _nouns: dict[str, Ancestors | None] = field(default_factory=dict)
    _others: dict[str, Ancestors | None] = field(default_factory=dict)
    _ups: dict[Synset, tuple[Synset, ...]] = field(default_factory=dict)
    _near: dict[tuple[str, str], float | None] = field(default_factory=dict)

    def synsets(self, word: str) -> list[Synset]:
        """Return the meanings of a word or of its base forms, nouns first."""
        word = word.lower()
        return [
            (pos, offset)
            for pos in _FILES
            for form in self.base_forms(word, pos)
            for offset in self.index[form][pos]
        ]

    def similarity(self, one: str, other: str) -> float | None:
        """Return the largest path similarity of a meaning of one word and one of the other.

        1 / (1 + length of the shortest way over hypernyms), in (0, 1]; None where a word has no
        meaning. As in NLTK, verbs, adjectives and adverbs have a common root above all others, and
        so has a noun on the way to one of them.
        """
        pair = (one, other) if one <= other else (other, one)
        if pair not in self._near:
            if len(self._near) >= _REMEMBERED:
                self._near.clear()
            ways = self._ways(*pair)
            self._near[pair] = 1 / (1 + min(ways)) if ways else None
        return self._near[pair]

    def _ways(self, one: str, other: str) -> list[int]:
        nouns = self._ancestors(one, self._nouns), self._ancestors(other, self._nouns)
        others = self._ancestors(one, self._others), self._ancestors(other, self._others)
        return [
            *_ways(nouns[0], nouns[1], over_root=False),
            *_ways(others[0], others[1]),
            *_ways(nouns[0], others[1]),
            *_ways(others[0], nouns[1]),
        ]

    def _ancestors(self, word: str, known: dict[str, Ancestors | None]) -> Ancestors | None:
        if word not in known:
            wanted = known is self._nouns
            synsets = [synset for synset in self.synsets(word) if (synset[0] == "n") is wanted]
            known[word] = self._merged(synsets) if synsets else None
        return known[word]

    def _merged(self, synsets: Iterable[Synset]) -> Ancestors:
        distances: dict[Synset, int] = {}
        roots = []
        for synset in synsets:
            own = self.upwards(synset)
            roots.append(max(own.values()) + 1)
            for ancestor, distance in own.items():
                distances[ancestor] = min(distance, distances.get(ancestor, distance))
        return Ancestors(distances, min(roots))

    def upwards(self, synset: Synset) -> dict[Synset, int]:
        """Return the synset and all above it, each with the length of the shortest way there."""
        distances, level, distance = {synset: 0}, [synset], 0
        while level:
            distance += 1
            level = [up for below in level for up in self._hypernyms(below) if up not in distances]
            distances.update(dict.fromkeys(level, distance))
        return distances

    def is_individual(self, synset: Synset) -> bool:
        """Whether it is one of its kind, such as a certain person, and no kind of anything."""
        pointers = self._pointers(synset)
        return _INSTANCE in pointers[::4] and _KIND not in pointers[::4]

    def _hypernyms(self, synset: Synset) -> tuple[Synset, ...]:
        if synset[0] not in _WITH_HYPERNYMS:
            return ()
        if synset not in self._ups:
            pointers = self._pointers(synset)
            self._ups[synset] = tuple(
                (pointers[at + 2].decode(), int(pointers[at + 1]))
                for at in range(0, len(pointers), 4)
                if pointers[at] in (_KIND, _INSTANCE)
            )
        return self._ups[synset]

    def _pointers(self, synset: Synset) -> list[bytes]:
        """To other synsets, four fields each: of which sort, its offset, its part of speech …"""
        pos, offset = synset
        data = self.data[pos]
        fields = data[offset : data.index(b"\n", offset)].split(b" ")
        first = 4 + 2 * int(fields[3], 16)  # behind the words and their numbers
        return fields[first + 1 : first + 1 + 4 * int(fields[first])]

    def base_forms(self, word: str, pos: str) -> list[str]:
        """Return the forms of the word that the database has: itself and its base forms."""
        if word in self.exceptions[pos]:
            return self._known((word, *self.exceptions[pos][word]), pos)
        return self._known((word, *_cut(word, pos)), pos)

    def _known(self, forms: Iterable[str], pos: str) -> list[str]:
        return [form for form in dict.fromkeys(forms) if pos in self.index.get(form, ())]


def _ways(
    one: Ancestors | None, other: Ancestors | None, *, over_root: bool = True
) -> Iterator[int]:
    if one is None or other is None:
        return
    if over_root:
        yield one.root + other.root
    for synset in one.distances.keys() & other.distances.keys():
        yield one.distances[synset] + other.distances[synset]


def _cut(word: str, pos: str) -> Iterator[str]:
    for rule in _ENDINGS[pos].split():
        ending, _, instead = rule.partition(":")
        if word.endswith(ending):
            yield word[: -len(ending)] + instead


def wordnet_folder() -> Path:
    """Return where the database of this machine is looked for."""
    return Path(os.environ.get("WORDNET_DIR") or "/usr/share/wordnet")


def wordnet() -> WordNet | Undefined:
    """Return the database of this machine, read once, or why there is none."""
    folder = wordnet_folder()
    return _read(folder) if (folder / "data.noun").is_file() else _MISSING


@lru_cache(maxsize=1)
def _read(folder: Path) -> WordNet:
    index: dict[str, dict[str, tuple[int, ...]]] = {}
    exceptions: dict[str, dict[str, tuple[str, ...]]] = {}
    for pos, name in _FILES.items():
        for line in (folder / f"index.{name}").read_text("utf-8").splitlines():
            if not line.startswith(" "):  # the licence
                lemma, _, count, *rest = line.split()
                offsets = tuple(map(int, rest[-int(count) :]))
                index.setdefault(lemma, {})[pos] = offsets
        pairs = map(str.split, (folder / f"{name}.exc").read_text("utf-8").splitlines())
        exceptions[pos] = {form: tuple(bases) for form, *bases in pairs}
    data = {pos: (folder / f"data.{_FILES[pos]}").read_bytes() for pos in _FILES}
    return WordNet(index, exceptions, data)
