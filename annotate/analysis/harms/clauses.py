"""Who does what with whom: the pieces of a sentence become the tuples of a graph.

The rules read from left to right. A verb belongs to the nearest name or to the subject of its
clause, a preposition to the verb or name before it; what "and" joins shares what is said of the
first. Where a rule must choose, :meth:`_Reading._governor` says how.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.lexicon import Lexicon, listed
from annotate.analysis.harms.links import Links
from annotate.analysis.harms.pieces import Mark, Name, Piece, Said, Verb

_BY_NAME = frozenset(
    [
        "above",
        "behind",
        "below",
        "beside",
        "between",
        "for",
        "in front of",
        "like",
        "near",
        "next to",
    ]
)
_SHOWN = frozenset(["contain", "display", "face", "have", "see", "show", "wear", "reflect"])
_ENDS = (",", "C")


def graph_of(pieces: Sequence[Piece], lexicon: Lexicon) -> Graph:
    """Return what a sentence says, from its pieces."""
    reading = _Reading(lexicon, list(pieces))
    for place, piece in enumerate(reading.pieces):
        reading.take(piece, place)
    reading.end_verb()
    return reading.links.graph()


@dataclass(slots=True)
class _Reading:
    lexicon: Lexicon
    pieces: list[Piece]
    links: Links = field(default_factory=Links)
    subject: Name | None = None
    top: Name | None = None  # the latest name
    verb: Verb | None = None
    doer: Name | None = None  # of the verb
    object: Name | None = None  # of the verb
    used: bool = True  # the verb has something behind it
    finite: bool = False  # the clause has said what its subject does
    prep: str = ""
    prep_place: int = -1
    negated: bool = False
    relative: Name | None = None
    fronted: list[tuple[str, Name]] = field(default_factory=list)

    def take(self, piece: Piece, place: int) -> None:
        if isinstance(piece, Name):
            self._name(piece, place)
            self.prep, self.negated = "", False
        elif isinstance(piece, Verb):
            self._verb(piece, place)
            self.relative, self.prep = None, ""
        elif isinstance(piece, Said):
            self._said(piece, place)
        else:
            self._mark(piece, place)

    def _mark(self, mark: Mark, place: int) -> None:
        if mark.tag == "P":
            if self.prep and place == self.prep_place + 1:
                self.prep += f" {mark.text}"
            else:
                self.prep = mark.text
            self.prep_place = place
        elif mark.tag == "J":
            self.end_verb()
            self.subject = self.verb = self.object = None
            self.finite = False
        elif mark.tag == "W":
            self.relative = self.top
        elif mark.tag in ("G", "Z"):
            self.negated = True

    # Names

    def _name(self, name: Name, place: int) -> None:
        self.links.add(name, asserted=not self.negated)
        before = self._before(place)
        if self.prep:
            self._behind_preposition(name)
        elif isinstance(before, Verb):
            self._behind_verb(name)
        elif isinstance(before, Mark) and before.tag in _ENDS and not self._begins(place):
            self._join(name)
        elif isinstance(before, Name) and self.subject and not self._begins(place):
            pass  # an apposition, or something the rules do not know
        else:
            self.end_verb()
            self.verb, self.object, self.finite = None, None, False
            self.subject = name
        self.top = name

    def _begins(self, place: int) -> bool:
        """Whether a clause begins here: its own verb follows and the last one has its."""
        if self.subject is None:
            return True
        after = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        return self.finite and isinstance(after, Verb) and after.form in ("s", "base")

    def _behind_verb(self, name: Name) -> None:
        verb, doer = self.verb, self.doer
        if verb is None:
            return
        if verb.negated:
            name.asserted = False
        if doer is None or not (verb.lemma or doer.heads):
            self._inverted(name, verb)
            return
        self.links.relate(doer, verb.lemma or "be", name)
        self.object, self.used = name, True

    def _inverted(self, name: Name, verb: Verb) -> None:
        """Read "behind the house is a garden" and "there is a garden"."""
        for prep, place in self.fronted:
            self.links.relate(name, f"{verb.lemma} {prep}".strip(), place)
        self.subject = self.doer = name
        self.used = self.finite = True
        self.verb, self.fronted = None, []

    def _join(self, name: Name) -> None:
        first = self._joined_to(name)
        if first is None:
            return
        self.links.join(first, name)

    def _joined_to(self, name: Name) -> Name | None:
        """The latest name, or the one above it that is more like this one."""
        choices = list(self.links.upwards(self.top, self.object))
        living = self._lives(name)
        for choice in choices:
            if self._lives(choice) == living and choice.article == name.article:
                return choice
        return next((each for each in choices if self._lives(each) == living), self.top)

    # Prepositions

    def _behind_preposition(self, name: Name) -> None:
        prep, before = self.prep, self._before(self.prep_place)
        while isinstance(before, Mark) and before.tag == "P":
            self.prep_place -= 1
            before = self._before(self.prep_place)
        if prep.startswith("without"):
            name.asserted = False
        if isinstance(before, Verb):
            self._of_verb(prep, name)
        elif isinstance(before, Said) and self.doer is not None:
            self.links.relate(self.doer, f"{before.words[-1]} {prep}", name)
        elif isinstance(before, Name) and self.top is not None:
            governor = self._governor(prep, name)
            if governor is None:
                self._of_verb(prep, name)
                return
            self.links.relate(governor, prep, name)
            if prep == "of":
                self.links.whole[id(name)] = governor
            elif prep == "with":
                self.links.owner[id(name)] = governor
        elif self.verb is not None and not self.used:
            self._of_verb(prep, name)
        else:
            self.fronted.append((prep, name))

    def _governor(self, prep: str, name: Name) -> Name | None:
        """The name that a preposition belongs to; None where it is the verb's."""
        top = self.top
        if top is None or prep == "of":
            return top
        root = self.links.root(top)
        first = self.links.first(root)
        if prep == "with":
            return None if self._is_verbs_tool(first, name) else root
        if self.verb is None:
            return self.links.owner.get(id(root), first)
        if prep in _BY_NAME or not self.verb.lemma or self.verb.lemma in _SHOWN:
            return root
        worn = prep == "in" and self._lives(root) and self.lexicon.is_made(name.head)
        return root if worn else None

    def _is_verbs_tool(self, first: Name, name: Name) -> bool:
        """Whether "with" says by what or with whom it is done, not what the object has."""
        if self.verb is None or self.verb.lemma in ("", *_SHOWN) or first is self.subject:
            return False
        if self._lives(first):
            return False
        return self._lives(name) or self.lexicon.is_tool(name.head)

    def _of_verb(self, prep: str, name: Name) -> None:
        verb, doer = self.verb, self.doer
        if verb is None or doer is None:
            return
        if verb.negated:
            name.asserted = False
        self.used = True
        if verb.passive and prep == "by":
            self.links.relate(name, verb.lemma, doer)
        else:
            self.links.relate(doer, f"{verb.lemma} {prep}".strip(), name)

    # Verbs

    def _verb(self, verb: Verb, place: int) -> None:
        before = self._before(place)
        doer = self._doer(verb, before)
        last, was_finite = self.verb, self.finite
        self.end_verb()
        after = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        if verb.form == "ed" and not verb.passive:
            verb.passive = not isinstance(after, Name)
        if verb.form in ("s", "base") and self.relative is None:
            self.finite = True
        if last is not None and last.negated and isinstance(before, Mark) and before.tag == "C":
            verb.negated = verb.negated or (was_finite and before.text in ("or", "nor"))
        self.verb, self.doer, self.object, self.used = verb, doer, None, not verb.lemma
        if doer is not None and self.fronted and verb.lemma:
            for prep, name in self.fronted:
                self.links.relate(doer, f"{verb.lemma} {prep}", name)
            self.fronted, self.used = [], True

    def _doer(self, verb: Verb, before: Piece | None) -> Name | None:
        if self.relative is not None:
            return self.relative
        if verb.form in ("s", "base"):
            return self.subject
        if verb.form == "to":
            living = self.object is not None and self._lives(self.object)
            return self.object if living else self.doer or self.subject
        if isinstance(before, Name) and self.top is not None:
            return self._nearest(verb, self.top)
        if isinstance(before, Mark) and before.tag == "C":
            return self.doer or self.subject
        return self.subject

    def _nearest(self, verb: Verb, top: Name) -> Name:
        """Whom a participle behind a name is about: the name, or a living one before it."""
        if self._lives(top):
            return self.links.first(top)
        subject = self.subject
        if verb.form == "ing" and subject and not self.finite and self._lives(subject):
            return subject
        return self.links.first(self.links.root(top))

    def end_verb(self) -> None:
        """Take a verb with nothing behind it as what its subject is like."""
        if self.verb is not None and not self.used and self.doer is not None:
            if not self.verb.negated:
                self.doer.said.append(self.verb.lemma)
            self.used = True

    def _said(self, said: Said, place: int) -> None:
        linking = self.verb is not None and self.verb.lemma in ("", *listed("linking"))
        if linking and self.doer is not None and self.verb is not None:
            if not self.verb.negated:
                self.doer.said.extend(said.words)
            self.used = True
        elif self.top is not None and isinstance(self._before(place), Name):
            self.top.said.extend(said.words)

    # What comes out

    def _before(self, place: int) -> Piece | None:
        """The piece before, or the verb before what an adverb-like adjective says of it."""
        return self.pieces[place - 1] if place > 0 else None

    def _lives(self, name: Name) -> bool:
        return bool(name.head) and self.lexicon.is_living(name.head)
