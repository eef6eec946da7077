"""The question by which a model makes a long description of an image and its captions.

A caption is what people wrote of the image before; the model sees both (ImageInWords, App. E, gives
its model the image alone: a question without `{captions}` does the same).
"""

from collections.abc import Mapping, Sequence

from annotate.backends.openai.prompts import NOTHING, filled, unknown_places

# What each place of a question stands for.
PLACES: Mapping[str, str] = {
    "captions": "the captions of the image, one per line",
    "hints": "what else is known of the image, one line each",
}
QUESTION = """\
Somebody wrote this of the image:
{captions}

What else is known of it:
{hints}

Write a new description of the image for somebody who cannot see it, in one flowing text. Keep \
what was written where the image bears it out, and leave out what the image does not show. Begin \
with what the whole image shows. Then tell of each important object: what it is, its colours, \
material, shape, texture and any text on it, how many there are, where it is and how it stands to \
the others. Close with the background, the light and the style of the picture. Say only what can \
be seen. Write plain text without headings or lists."""


def unknown(question: str) -> list[str]:
    """The places of a question that nothing is known for.

    >>> unknown("Rewrite {captions} in the manner of {author}.")
    ['author']
    """
    return unknown_places(question, PLACES)


def question_about(question: str, captions: Sequence[str], hints: Mapping[str, str]) -> str:
    """A question with its places filled in.

    >>> question_about("Rewrite:\\n{captions}", ["A kite.", "A red kite."], {})
    'Rewrite:\\n- A kite.\\n- A red kite.'
    >>> question_about("Known: {hints}", [], {"Place": "Malta"})
    'Known: - Place: Malta'
    """
    known = [f"{label}: {value}" for label, value in hints.items()]
    return filled(question, {"captions": _lines(captions), "hints": _lines(known)})


def _lines(texts: Sequence[str]) -> str:
    return "\n".join(f"- {text}" for text in texts) or NOTHING
