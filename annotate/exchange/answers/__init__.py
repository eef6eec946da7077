"""Bring in answers that people gave elsewhere: raw results of a crowd, and released captions.

A *source* yields rows in an order that never changes. A row is in or out, never half: all answers
of one HIT by one worker, or one released caption. What was wrong with it is said by number, field,
code, sentence and remedy. Each answer that came in keeps a key, so that the same file can be sent
again and adds nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from annotate.exchange.answers.mturk import MturkResults
from annotate.exchange.answers.releases import TextCaps, VizWizCaptions
from annotate.exchange.answers.rows import AnswerSource


@dataclass(frozen=True)
class AnswerFormat:
    """A format: its stable name, how people call it, and how it is read."""

    name: str
    title: str
    summary: str
    read: Callable[[Path], AnswerSource]


# The one list of them.
_ALL = (
    AnswerFormat(
        name="mturk-results",
        title="VizWiz-Captions: raw results of the crowd",
        summary="A table of tabs: each worker gets an account without a password, each HIT is"
        " recorded as finished work with its times.",
        read=MturkResults,
    ),
    AnswerFormat(
        name="vizwiz-captions",
        title="VizWiz-Captions: released captions",
        summary="Captions in the layout of the release, by nobody in particular.",
        read=VizWizCaptions,
    ),
    AnswerFormat(
        name="textcaps",
        title="TextCaps: released captions",
        summary="Captions in the layout of the release, by nobody in particular.",
        read=TextCaps,
    ),
)
FORMATS: Mapping[str, AnswerFormat] = {format_.name: format_ for format_ in _ALL}

__all__ = ["FORMATS", "AnswerFormat", "AnswerSource"]
