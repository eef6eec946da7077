"""The tables of reports on texts: what stands in them, in which order, with how many digits."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from annotate.analysis.text_use import MOST, SWITCHES, TOKENS
from annotate.evaluation.schemas.text_reports import TableKey

Row = dict[str, Any]
CellT = TypeVar("CellT")


@dataclass(frozen=True)
class Column:
    """One figure of a table: its name in JSON and CSV, its heading and digits in LaTeX."""

    name: str
    title: str
    digits: int = 2


@dataclass(frozen=True)
class ReportTable:
    """One table of a report."""

    key: TableKey
    caption: str
    columns: tuple[Column, ...]
    # How its intervals were made; empty for those of images that were drawn anew.
    method: str = ""
    # Of what a row of each source is: a concept, a class of words; empty where it has but one row.
    part: str = ""

    def cells(self, row: Row, cell: Callable[[float | int | None, int], CellT]) -> Iterator[CellT]:
        """The figures of a row as `cell` gives a value of so many digits.

        A report from before a column was added has no such figure.
        """
        return (cell(row["figures"].get(column.name), column.digits) for column in self.columns)


_CLASSES = (
    Column("nouns", "NN"),
    Column("adjectives", "ADJ"),
    Column("adverbs", "ADV"),
    Column("verbs", "VB"),
    Column("prepositions", "Prepositions"),
)
_SCORES = (
    *(Column(f"bleu_{n}", f"BLEU-{n}", 4) for n in (1, 2, 3, 4)),
    Column("meteor", "METEOR", 4),
    Column("rouge_1", "ROUGE-1", 4),
    Column("rouge_2", "ROUGE-2", 4),
    Column("rouge_l", "ROUGE-L", 4),
    Column("cider", "CIDEr-D", 4),
    Column("spice", "SPICE", 4),
)


def _number(place: int) -> str:
    return str(place) if place < MOST else f"{place} or more"


_OF_WRITING = (
    ReportTable(
        "ocr",
        "How texts use the writing in their images.",
        (
            Column("ocr_captions", "Of read images", 0),
            Column("ocr_left_out", "Left out", 0),
            Column("ocr_tokens", "OCR tokens"),
            Column("ocr_with_token", "One or more", 3),
            Column("ocr_with_two", "Two or more", 3),
            Column("ocr_images_with_token", "Images with one", 3),
            Column("ocr_switches", "Switches"),
            Column("ocr_two_switches", "Two switches or more", 3),
            Column("ocr_coverage", "Coverage", 3),
        ),
    ),
    ReportTable(
        "ocr_by_tokens",
        "Shares of texts by their number of OCR tokens.",
        tuple(Column(name, _number(place), 3) for place, name in enumerate(TOKENS)),
    ),
    ReportTable(
        "ocr_by_switches",
        "Shares of texts by how often they switch between OCR tokens and other words.",
        tuple(Column(name, _number(place), 3) for place, name in enumerate(SWITCHES)),
    ),
    ReportTable(
        "ocr_words",
        "Different OCR tokens of all texts together.",
        (
            Column("ocr_unique", "Different", 0),
            Column("ocr_once", "Once", 0),
            Column("ocr_rare", "Rare", 0),
            Column("ocr_unique_held_out", "Outside train", 0),
            Column("ocr_zero_shot", "Zero-shot", 0),
        ),
    ),
    ReportTable(
        "ocr_reading",
        "How well images were read, against what people put right.",
        (
            Column("ocr_images", "Images", 0),
            Column("ocr_precision", "Precision", 3),
            Column("ocr_recall", "Recall", 3),
            Column("ocr_f1", "F1", 3),
        ),
    ),
)

_OF_QUESTIONS = (
    "An answer is found where its words stand whole and in a row in a text: a lower bound. In"
    " brackets, Wilson's intervals of 95%, with questions as independent draws, each about an"
    " image of its own."
)
_LISTED = (
    ReportTable(
        "concepts",
        "How many texts and images name people, and how far a list of concepts is named.",
        (
            Column("concept_images", "Images", 0),
            Column("people_texts", "Texts naming people", 3),
            Column("people_images", "Images naming people", 3),
            Column("list_images", "Images naming one of the list", 3),
            Column("list_found", "Of the list", 3),
        ),
        "A concept is named where its words stand whole and in a row: a lower bound. In brackets,"
        " intervals of 95%: Wilson's, with images (of the list: concepts) as independent draws;"
        " that of texts from images drawn anew with all their texts.",
    ),
    ReportTable(
        "concepts_each",
        "Images whose texts name a concept.",
        (
            Column("concept_images", "Images", 0),
            Column("concept_share", "Share", 3),
        ),
        "In brackets, Wilson's intervals of 95%, with images as independent draws.",
        "Concept",
    ),
    ReportTable(
        "overlap",
        "Common words of each source that are common words of the source compared with.",
        (
            Column("overlap_share", "Overlap", 3),
            Column("overlap_shared", "Shared", 0),
            Column("overlap_lowest", "Lowest by ties", 3),
            Column("overlap_highest", "Highest by ties", 3),
            Column("overlap_own_words", "Different", 0),
            Column("overlap_other_words", "Of the other", 0),
        ),
        "In brackets, intervals of 95% of what collections of so many images give on average:"
        " images of both are drawn anew, and the draws moved to the figure.",
        "Words",
    ),
    ReportTable(
        "new_words",
        "Words that the source compared with has not.",
        (
            Column("new_words", "New", 0),
            Column("new_of_words", "Different", 0),
            Column("new_share", "Share of running words", 4),
        ),
    ),
    ReportTable(
        "new_words_each",
        "The commonest words that the source compared with has not.",
        (Column("new_times", "Times", 0),),
        part="Word",
    ),
    ReportTable(
        "answers",
        "Visual questions whose answer stands in a text about their image.",
        (
            Column("vqa_questions", "Questions", 0),
            Column("vqa_unanswerable", "Not answerable", 0),
            Column("vqa_left_out", "Without a text", 0),
            Column("vqa_asked", "Counted", 0),
            Column("vqa_share", "Answered", 3),
            Column("vqa_lowest", "Lowest by ties", 3),
            Column("vqa_highest", "Highest by ties", 3),
        ),
        _OF_QUESTIONS,
    ),
    ReportTable(
        "answers_by_type",
        "The same by type of answer and by whether the image has text.",
        (
            Column("vqa_asked", "Questions", 0),
            Column("vqa_share", "Answered", 3),
            Column("vqa_text_asked", "With text", 0),
            Column("vqa_text_share", "Answered", 3),
            Column("vqa_no_text_asked", "Without text", 0),
            Column("vqa_no_text_share", "Answered", 3),
        ),
        _OF_QUESTIONS,
        "Type",
    ),
)
# The scores stand before what they rest on: narrow windows show the first columns alone.
_OF_VECTORS = (
    ReportTable(
        "clipscore",
        "How well texts fit their images by the vectors of a model.",
        (
            Column("clipscore", "CLIPScore", 4),
            Column("refclipscore", "RefCLIPScore", 4),
            Column("clip_items", "Texts", 0),
            Column("clip_referenced", "With references", 0),
            Column("clip_left_out", "Left out", 0),
            Column("clip_cut", "Cut", 0),
        ),
    ),
    ReportTable(
        "bertscore",
        "How near texts are to references by the vectors of their tokens.",
        (
            Column("bert_f1", "F1", 4),
            Column("bert_precision", "Precision", 4),
            Column("bert_recall", "Recall", 4),
            Column("bert_items", "Texts", 0),
            Column("bert_left_out", "Left out", 0),
            Column("bert_cut", "Cut", 0),
        ),
    ),
)

TABLES = (
    ReportTable(
        "describe",
        "Means per text.",
        (
            Column("tokens", "Tokens"),
            Column("tokens_per_sentence", "Tokens / sentence"),
            Column("sentences", "Sentences"),
            *_CLASSES,
        ),
    ),
    ReportTable(
        "unique",
        "Different words of all texts together.",
        (
            Column("unique_words", "Words", 0),
            *(Column(f"unique_{words.name}", words.title, 0) for words in _CLASSES),
        ),
    ),
    ReportTable(
        "readability",
        "Readability of all texts together, in years of school.",
        (
            Column("ari", "ARI"),
            Column("flesch_kincaid_038", "FK (0.38)"),
            Column("fog_of_common_words", "Fog (common words)"),
            Column("smog", "SMOG"),
        ),
    ),
    ReportTable(
        "captions",
        "Scores against the references.",
        (
            Column("items", "Texts", 0),
            Column("images", "Images", 0),
            Column("left_out", "Left out", 0),
            Column("references_per_item", "References"),
            *_SCORES,
        ),
    ),
    ReportTable(
        "people",
        "Each text against the others of its image, one left out at a time.",
        (
            Column("images", "Images", 0),
            Column("left_out", "Left out", 0),
            Column("texts_per_image", "Texts / image", 0),
            *_SCORES,
        ),
    ),
    ReportTable(
        "specificity",
        "How alike the texts of an image are.",
        (
            Column("specificity", "Specificity", 4),
            Column("images", "Images", 0),
            Column("alone", "With one text", 0),
        ),
    ),
    *_OF_WRITING,
    *_LISTED,
    *_OF_VECTORS,
)
