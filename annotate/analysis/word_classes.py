"""Which words are nouns, adjectives, adverbs, verbs and prepositions: by a trained model of spaCy
where there is one, else by TextBlob's tagger, which every install has.

A model is looked for by the variable ``SPACY_MODEL``, the name of a package or a folder; without
it an installed package of an English model is taken, the larger before the smaller. A model that
is named and cannot be used is said: figures of another tagger in its place would not compare.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Protocol

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

if TYPE_CHECKING:
    from spacy.language import Language

CLASSES = ("nouns", "adjectives", "adverbs", "verbs", "prepositions")
Words = list[tuple[str, str]]  # (class, word)

_LARGER_FIRST = ("trf", "lg", "md", "sm")
_UNIVERSAL = {
    "NOUN": "nouns",
    "ADJ": "adjectives",
    "ADV": "adverbs",
    "VERB": "verbs",
    "ADP": "prepositions",
}
_PENN = {
    "NN": "nouns",
    "JJ": "adjectives",
    "RB": "adverbs",
    "VB": "verbs",
    # What VizWiz-Captions Table 1 seems to count as spatial relations; "think that" is none.
    "IN": "prepositions",
}
_NAMES = ("NNP", "NNPS")
_BE = frozenset(["am", "are", "be", "been", "being", "is", "was", "were", "'s", "'re", "'m"])
_HELPING = frozenset(["did", "do", "does", "had", "has", "have", "having", "'ve", "'d"])


class WordTagger(Protocol):
    """Says of what class words are; ``name`` is told with every figure."""

    @property
    def name(self) -> str: ...

    def classes(self, texts: Iterable[Sequence[str]]) -> Iterator[Words]:
        """Yield of each text, given as its tokens, the words that have a class, in order."""


class TextBlobTagger:
    """Classes are those of Universal Dependencies: names are no nouns, forms of "be" and "have" or
    "do" before another verb are no verbs but auxiliaries.
    """

    @property
    def name(self) -> str:
        return f"TextBlob {version('textblob')}"

    def classes(self, texts: Iterable[Sequence[str]]) -> Iterator[Words]:
        from textblob.en import tag

        for tokens in texts:
            tagged = tag(" ".join(tokens), tokenize=False) if tokens else []
            yield [
                (name, word)
                for place, (word, label) in enumerate(tagged)
                if (name := _PENN.get(label[:2])) is not None
                and label not in _NAMES
                and not (name == "verbs" and _helps(tagged, place, word))
            ]


def _helps(tagged: Sequence[Any], place: int, word: str) -> bool:
    word = word.lower()
    if word in _BE:
        return True
    following = [label for _, label in tagged[place + 1 : place + 3] if label != "RB"]
    return word in _HELPING and bool(following) and following[0].startswith("VB")


class SpacyTagger:
    """A trained model: its classes are those of Universal Dependencies as they are."""

    def __init__(self, model: "Language") -> None:
        self._model = model

    @property
    def name(self) -> str:
        about = self._model.meta
        title = f"{about['lang']}_{about['name']} {about['version']}"
        return f"spaCy {version('spacy')}, {title}"

    def classes(self, texts: Iterable[Sequence[str]]) -> Iterator[Words]:
        from spacy.tokens import Doc

        documents = (Doc(self._model.vocab, words=list(tokens)) for tokens in texts)
        for document in self._model.pipe(documents):
            yield [
                (_UNIVERSAL[word.pos_], word.text) for word in document if word.pos_ in _UNIVERSAL
            ]


def word_tagger() -> WordTagger | Undefined:
    """Return the tagger of this install, made once, or why the model that is named is none.

    >>> import os
    >>> os.environ["SPACY_MODEL"] = "/no/such/folder"
    >>> word_tagger().reason
    'The spaCy model “/no/such/folder” cannot be loaded.'
    >>> del os.environ["SPACY_MODEL"]
    """
    return _tagger(os.environ.get("SPACY_MODEL", ""))


@lru_cache(maxsize=2)
def _tagger(named: str) -> WordTagger | Undefined:
    import spacy

    name = named or _installed()
    if not name:
        return TextBlobTagger()
    try:
        # Neither says of what class a word is, and names take most of the time.
        model = spacy.load(name, exclude=["ner", "lemmatizer"])
        tried = model("A dog runs.")
    except (OSError, ValueError, ImportError):
        return Undefined(Message("spacy_model_not_loaded", model=name))
    if model.lang != "en" or not tried.has_annotation("POS"):
        return Undefined(Message("spacy_model_without_classes", model=name))
    return SpacyTagger(model)


def _installed() -> str:
    """The package of an English model, the largest; empty where there is none."""
    from spacy.util import get_installed_models

    def size(name: str) -> int:
        end = name.rpartition("_")[2]
        return _LARGER_FIRST.index(end) if end in _LARGER_FIRST else len(_LARGER_FIRST)

    english = sorted(name for name in get_installed_models() if name.startswith("en_"))
    return min(english, key=size, default="")
