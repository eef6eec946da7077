"""Where texts come from: a round, the final texts, a model's seeds, or a file from elsewhere.

A source is written down as JSON, the same everywhere: in requests, studies and reports. Rejected
answers, those the votes dropped and canned captions are no texts of any source; where spelling was
corrected, a text reads as corrected.
"""

from annotate.evaluation.selectors.sources.available import available
from annotate.evaluation.selectors.sources.naming import Source, parse, parse_texts, title_of
from annotate.evaluation.selectors.sources.reading import SourceText, texts_of

__all__ = ["Source", "SourceText", "available", "parse", "parse_texts", "texts_of", "title_of"]
