"""Bring in answers that people gave elsewhere: raw results of a crowd, and released captions.

A *source* yields rows in an order that never changes. A row is in or out, never half: all answers
of one HIT by one worker, or one released caption. What was wrong with it is said by number, field,
code, sentence and remedy. Each answer that came in keeps a key, so that the same file can be sent
again and adds nothing.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from annotate.exchange.answers.mturk import mturk_results
from annotate.exchange.answers.releases import textcaps, vizwiz_captions
from annotate.exchange.answers.rows import AnswerSource

FORMATS: Mapping[str, Callable[[Path], AnswerSource]] = MappingProxyType(
    {
        "mturk-results": mturk_results,
        "vizwiz-captions": vizwiz_captions,
        "textcaps": textcaps,
    }
)

__all__ = ["FORMATS", "AnswerSource"]
