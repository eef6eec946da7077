"""Token F1: how many words two texts share, whatever their order."""

from collections import Counter
from dataclasses import dataclass

from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

NOTHING = Undefined(Message("no_word_in_either_text"))


@dataclass(frozen=True, slots=True)
class TokenF1:
    """Precision and recall of a candidate's words, and their harmonic mean, in [0, 1]."""

    precision: float
    recall: float
    f1: float


def token_f1(
    candidate: str, reference: str, *, tokenizer: Tokenizer = coco_tokens
) -> TokenF1 | Undefined:
    """Return the overlap of the two bags of words (Rajpurkar et al. 2016, arXiv:1606.05250, §6.1).

    Shared words count as often as both texts have them. Undefined where neither text has a word;
    all three figures are 0 where one has none. Unlike SQuAD's script no article is dropped.

    Example: 3 words are shared (a, a, dog) of 4 said and 5 to say.

    >>> overlap = token_f1("a dog, a cat", "a dog on a mat")
    >>> overlap.precision, overlap.recall, round(overlap.f1, 4)
    (0.75, 0.6, 0.6667)
    """
    words, reference_words = Counter(tokenizer(candidate)), Counter(tokenizer(reference))
    if not words and not reference_words:
        return NOTHING
    shared = (words & reference_words).total()
    if not shared:
        return TokenF1(0.0, 0.0, 0.0)
    precision, recall = shared / words.total(), shared / reference_words.total()
    return TokenF1(precision, recall, 2 * precision * recall / (precision + recall))
