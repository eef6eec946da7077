"""The parser by spaCy: graphs from the dependencies of a trained model.

A model is never fetched: it is a folder or a package that is there. Base forms are those of the
parser of every install, so that both find the same words; what differs is who reads the sentence.
Labels are those of spaCy's English models (ClearNLP).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version as version_of
from typing import TYPE_CHECKING

from annotate.analysis.harms.graphs import Attribute, Graph, Relation
from annotate.analysis.harms.lexicon import Lexicon
from annotate.analysis.harms.synsets import VERSION, meanings
from annotate.analysis.harms.words import without_quotes
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Token

_RULES = "1"  # count up when a change of the rules changes graphs
_NOUNS = frozenset(["NOUN", "PROPN"])
_OF_NOUNS = frozenset(["amod", "nummod"])
_SUBJECTS = frozenset(["nsubj"])
_PASSIVE = frozenset(["nsubjpass", "nsubj:pass"])
_OBJECTS = frozenset(["dobj", "obj"])
_CLAUSES = frozenset(["acl", "relcl"])
_BE = frozenset(["am", "are", "be", "been", "being", "is", "was", "were"])
_NOTHING = frozenset(["no", "without"])


@dataclass(frozen=True, slots=True)
class DependencyParser:
    """Reads English by a model of spaCy; make one with :func:`dependency_parser`."""

    model: "Language"
    lexicon: Lexicon
    name: str = "spacy"

    @property
    def version(self) -> str:
        about = self.model.meta
        title = f"{about['lang']}_{about['name']} {about['version']}"
        return f"rules {_RULES}, {title}, spaCy {version_of('spacy')}, {VERSION}"

    def parse(self, text: str) -> Graph:
        """Return what a text says; what it denies or quotes is left out."""
        document = self.model(without_quotes(text))
        there = {token for token in document if token.pos_ in _NOUNS and _names(token)}
        there -= {token for token in there if _denied(token)}
        return Graph(
            frozenset(map(self._noun, there)),
            frozenset(self._attributes(there)),
            frozenset(self._relations(there)),
        )

    def _noun(self, token: "Token") -> str:
        before = [each.lower_ for each in token.lefts if each.dep_ == "compound"]
        return " ".join([*before, self.lexicon.noun(token.lower_)])

    def _verb(self, token: "Token") -> str:
        return self.lexicon.verb(token.lower_) or token.lower_

    def _attributes(self, there: set["Token"]) -> Iterator[Attribute]:
        for noun in there:
            for child in noun.children:
                if child.dep_ in _OF_NOUNS:
                    for word in _with_conjuncts(child):
                        yield self._noun(noun), word.lower_
            head = noun.head
            if noun.dep_ in _SUBJECTS and head.lower_ in _BE:
                for child in head.children:
                    if child.dep_ == "acomp":
                        for word in _with_conjuncts(child):
                            yield self._noun(noun), word.lower_

    def _relations(self, there: set["Token"]) -> Iterator[Relation]:
        for token in next(iter(there)).doc if there else ():
            if token.dep_ == "prep" and token.head in there:
                for word in _objects(token, there):
                    yield self._noun(token.head), token.lower_, self._noun(word)
            if token.pos_ in ("VERB", "AUX") and not _denied(token):
                yield from self._of_verb(token, there)

    def _of_verb(self, verb: "Token", there: set["Token"]) -> Iterator[Relation]:
        subjects, passive = _subjects(verb, there)
        acts = [
            (f"{self._verb(verb)} {child.lower_}", word)
            for child in verb.children
            if child.dep_ == "prep"
            for word in _objects(child, there)
        ]
        if verb.lower_ in _BE:
            acts = [(relation.partition(" ")[2], word) for relation, word in acts]
        acts += [
            (self._verb(verb), word)
            for child in verb.children
            if child.dep_ in _OBJECTS
            for word in _with_conjuncts(child)
            if word in there
        ]
        for subject in subjects:
            for relation, word in acts:
                yield self._noun(subject), relation, self._noun(word)
            for child in verb.children:
                if passive and child.dep_ == "agent":
                    for word in _objects(child, there):
                        yield self._noun(word), self._verb(verb), self._noun(subject)


def _names(token: "Token") -> bool:
    """Whether a noun is the head of its name, and no mark."""
    return token.dep_ != "compound" and any(map(str.isalnum, token.text))


def _denied(token: "Token") -> bool:
    if token.dep_ == "pobj" and token.head.lower_ in _NOTHING:
        return True
    return any(child.dep_ == "neg" or child.lower_ in _NOTHING for child in token.lefts)


def _with_conjuncts(token: "Token") -> list["Token"]:
    return [token, *token.conjuncts]


def _objects(token: "Token", there: set["Token"]) -> list["Token"]:
    """The nouns that a preposition names."""
    found = (child for child in token.children if child.dep_ in ("pobj", "obj"))
    return [word for child in found for word in _with_conjuncts(child) if word in there]


def _subjects(verb: "Token", there: set["Token"]) -> tuple[list["Token"], bool]:
    """The nouns that act, and whether the verb is passive: then they are acted upon."""
    found = [child for child in verb.children if child.dep_ in _SUBJECTS | _PASSIVE]
    passive = any(child.dep_ in _PASSIVE for child in found)
    words = [word for child in found for word in _with_conjuncts(child) if word in there]
    if not words and verb.dep_ in _CLAUSES and verb.head in there:
        words = _with_conjuncts(verb.head)[:1]
    if not found and verb.dep_ == "conj":
        return _subjects(verb.head, there)
    return words, passive


def dependency_parser(model: str) -> DependencyParser | Undefined:
    """Return the parser of a model, a folder or a package, made once; or why there is none.

    >>> dependency_parser("/no/such/folder").reason
    'The spaCy model “/no/such/folder” cannot be loaded.'
    """
    return _made(model)


@lru_cache(maxsize=2)
def _made(name: str) -> DependencyParser | Undefined:
    known = meanings()
    if isinstance(known, Undefined):
        return known
    import spacy  # late: it takes more than a second

    try:
        model = spacy.load(name, exclude=["ner"])
        tried = model("A dog runs.")
    except (OSError, ValueError, ImportError):
        return Undefined(Message("spacy_model_not_loaded", model=name))
    if model.lang != "en" or not (tried.has_annotation("POS") and tried.has_annotation("DEP")):
        return Undefined(Message("spacy_model_without_parser", model=name))
    return DependencyParser(model, Lexicon(known))
