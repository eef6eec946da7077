"""How often each word stands in the captions of an image, of all words and by their class."""

from collections import Counter
from collections.abc import Sequence

from annotate.analysis.describing import english
from annotate.analysis.tokens import words
from annotate.analysis.vocabulary import Counts
from annotate.analysis.word_classes import WordTagger

ALL = "words"
CLASSES = ("nouns", "adjectives", "verbs")  # VizWiz-Captions Table 5


def words_by_image(images: Sequence[Sequence[str]], tagger: WordTagger | None) -> dict[str, Counts]:
    """Return the words of each image's captions: all, and by class where there is a tagger.

    Words are lower case, whole and without punctuation.

    >>> words_by_image([["A dog, a dog!"], []], None)
    {'words': [Counter({'a': 2, 'dog': 2}), Counter()]}
    """
    of_all = [Counter(word for text in captions for word in words(text)) for captions in images]
    return {ALL: of_all} | (_classes(images, tagger) if tagger else {})


def _classes(images: Sequence[Sequence[str]], tagger: WordTagger) -> dict[str, Counts]:
    found: dict[str, list[Counter[str]]] = {name: [] for name in CLASSES}
    for captions in images:
        own: dict[str, Counter[str]] = {name: Counter() for name in CLASSES}
        for tagged in tagger.classes(tokens for tokens, _ in english().documents(captions)):
            for name, word in tagged:
                if name in own:
                    own[name][word.lower()] += 1
        for name, counter in own.items():
            found[name].append(counter)
    return dict(found)
