"""How many visual questions the texts of a source answer, as reports on texts tell it.

The figures are those of the command ``answers-in-captions`` (VizWiz-Captions §3.2, Table 2).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from annotate.analysis.answers import ALL, Found, Question, answers_found
from annotate.analysis.intervals import Interval
from annotate.analysis.text_reports import Measured, Text, by_image, measured, without
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

COUNTS = ("vqa_questions", "vqa_unanswerable", "vqa_left_out", "vqa_asked")
SHARES = ("vqa_share", "vqa_lowest", "vqa_highest")
GROUPS = {"with_text": "vqa_text", "without_text": "vqa_no_text"}

_NONE_ASKED = Undefined(Message("no_question_about_texts"))
_NONE_IN_GROUP = Undefined(Message("no_question_in_group"))


def answers_named(
    texts: Sequence[Text], questions: Sequence[Question], groups: Mapping[str, str]
) -> Measured:
    """Return how many answerable questions about images with a text have their answer in one.

    Shares are of questions, with Wilson's intervals; ``vqa_lowest`` and ``vqa_highest`` are what
    other choices among equally popular answers could find. The table ``answers_by_type`` has a row
    for each type of answer, in all and by whether the image has text.

    Args:
        groups: "with_text" or "without_text" of each image of which that is known.

    Worked example: one of two answers stands in a text of its image.

    >>> asked = [Question("a", ("red",), "other"), Question("a", ("no",), "yes/no")]
    >>> found = answers_named([Text("a", "A red kite.")], asked, {"a": "without_text"})
    >>> found.figures["vqa_share"], found.tables["answers_by_type"]["other"].figures["vqa_share"]
    (0.5, 1.0)
    """
    captions = by_image(texts)
    answerable = [question for question in questions if question.answerable]
    asked = [question for question in answerable if question.image in captions]
    counts = {
        "vqa_questions": len(questions),
        "vqa_unanswerable": len(questions) - len(answerable),
        "vqa_left_out": len(answerable) - len(asked),
        "vqa_asked": len(asked),
    }
    if not asked:
        return replace(without(SHARES, _NONE_ASKED), figures={**counts, **dict.fromkeys(SHARES)})
    table = answers_found(asked, captions, groups)
    whole = table[ALL][ALL]
    found = measured(
        {
            **counts,
            "vqa_share": whole.share.mean,
            "vqa_lowest": whole.lowest / len(asked),
            "vqa_highest": whole.highest / len(asked),
        }
    )
    rows = {kind: _of_type(table, kind) for kind in _types(asked)}
    return replace(found, intervals={"vqa_share": whole.share}, tables={"answers_by_type": rows})


def _types(questions: Iterable[Question]) -> list[str]:
    return [ALL, *sorted({question.type for question in questions} - {ALL})]


def _of_type(table: Mapping[str, Mapping[str, Found]], kind: str) -> Measured:
    figures: dict[str, float | int | Undefined] = {}
    intervals: dict[str, Interval] = {}
    for group, prefix in ((ALL, "vqa"), *GROUPS.items()):
        found = table.get(group, {}).get(kind)
        figures[f"{prefix}_asked"] = found.share.n if found else 0
        figures[f"{prefix}_share"] = found.share.mean if found else _NONE_IN_GROUP
        if found:
            intervals[f"{prefix}_share"] = found.share
    return replace(measured(figures), intervals=intervals)
