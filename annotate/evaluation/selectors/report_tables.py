"""The tables of a report on texts, as CSV and LaTeX."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.analysis.latex import escaped, tabular
from annotate.core.csv_files import rows_as_csv
from annotate.evaluation.models import TextReport
from annotate.evaluation.schemas import TableKey


@dataclass(frozen=True)
class Column:
    """One figure of a table: its name in JSON and CSV, its heading and digits in LaTeX."""

    name: str
    title: str
    digits: int = 2


@dataclass(frozen=True)
class Table:
    """One table of a report; `measure` is what has to be asked for to get it."""

    key: TableKey
    measure: str
    caption: str
    columns: tuple[Column, ...]


_CLASSES = (
    Column("nouns", "NN"),
    Column("adjectives", "ADJ"),
    Column("adverbs", "ADV"),
    Column("verbs", "VB"),
    Column("spatial_relations", "Spatial relations"),
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

TABLES = (
    Table(
        "describe",
        "describe",
        "Means per text.",
        (
            Column("tokens", "Tokens"),
            Column("tokens_per_sentence", "Tokens / sentence"),
            Column("sentences", "Sentences"),
            *_CLASSES,
        ),
    ),
    Table(
        "unique",
        "describe",
        "Different words of all texts together.",
        (
            Column("unique_words", "Words", 0),
            *(Column(f"unique_{each.name}", each.title, 0) for each in _CLASSES),
        ),
    ),
    Table(
        "readability",
        "readability",
        "Readability of all texts as one, in years of school.",
        (
            Column("ari", "ARI"),
            Column("flesch_kincaid", "FK"),
            Column("gunning_fog", "GF"),
            Column("smog", "SMOG"),
        ),
    ),
    Table(
        "captions",
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
    Table(
        "people",
        "captions",
        "Each text against the others of its image, one left out at a time.",
        (
            Column("images", "Images", 0),
            Column("left_out", "Left out", 0),
            Column("texts_per_image", "Texts / image", 0),
            *_SCORES,
        ),
    ),
    Table(
        "specificity",
        "specificity",
        "How alike the texts of an image are.",
        (
            Column("specificity", "Specificity", 4),
            Column("images", "Images", 0),
            Column("alone", "With one text", 0),
        ),
    ),
)

Row = dict[str, Any]


def table_of(report: TextReport, key: str) -> tuple[Table, Sequence[Row]] | None:
    """Return a table and its rows, or None where the report has no such table."""
    rows = (report.results or {}).get("tables", {})
    return next(((each, rows[key]) for each in TABLES if each.key == key and key in rows), None)


def as_csv(table: Table, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a table with all digits, and why what is missing is missing."""
    names = [column.name for column in table.columns]
    header = ["source", "texts", *names, "undefined"]
    cells = (
        [row["title"], row["texts"], *(row["figures"][name] for name in names), _reasons(row)]
        for row in rows
    )
    return rows_as_csv([header, *cells])


def reasons(rows: Sequence[Row]) -> list[str]:
    """Why figures are missing, each reason once."""
    return sorted({why["message"] for row in rows for why in row["undefined"].values()})


def _reasons(row: Row) -> str:
    return "; ".join(f"{name}: {why['message']}" for name, why in sorted(row["undefined"].items()))


def as_latex(table: Table, rows: Sequence[Row]) -> str:
    """Return a table for the package booktabs; what is missing is a dash with its reason below."""
    header = [escaped(each) for each in ("Source", "n", *(each.title for each in table.columns))]
    body = [
        [
            escaped(row["title"]),
            f"{row['texts']:,}",
            *(_cell(row["figures"][each.name], each.digits) for each in table.columns),
        ]
        for row in rows
    ]
    cells = tabular(
        "l" + "r" * (len(table.columns) + 1),
        [r"\toprule", header, r"\midrule", *body, r"\bottomrule"],
    )
    notes = "".join(f"% {escaped(reason)}\n" for reason in reasons(rows))
    return (
        "% Needs \\usepackage{booktabs}\n" + notes + "\\begin{table}\n\\centering\n"
        f"\\caption{{{escaped(table.caption)}}}\n{cells}\n\\end{{table}}\n"
    )


def _cell(value: float | int | None, digits: int) -> str:
    return "--" if value is None else f"{value:,.{digits}f}"
