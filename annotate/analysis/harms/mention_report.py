"""What many regressions of mentions say together: how many would stand out by chance alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from annotate.analysis.harms.mention_rows import Mention, leaves_out_zero
from annotate.analysis.intervals import LEVEL
from annotate.analysis.undefined import Undefined

ALPHA = 1 - LEVEL


@dataclass(frozen=True, slots=True)
class Many:
    """Counts of types: tested over images, and what stands out by which rule.

    ``by_chance`` is how many of the tested would stand out over images if no group made a
    difference. ``holm`` bounds the chance of one false find among all, ``benjamini_hochberg`` the
    share of false ones among the found, both by 5%.
    """

    tested: int
    kept: int
    kept_over_images: int
    by_chance: float
    holm: int
    benjamini_hochberg: int

    @property
    def note(self) -> str:
        """The same to be read."""
        return (
            f"{self.kept:,} types leave out 0 over splits, as in the paper. Of {self.tested:,} that"
            f" have an interval over images, {self.kept_over_images:,} do;"
            f" {self.by_chance:.1f} would by chance alone. {self.holm:,} stand after Holm's"
            f" correction for many tests, {self.benjamini_hochberg:,} after Benjamini and"
            " Hochberg's."
        )


def many(rows: Iterable[Mention]) -> Many:
    """Return what the types say together.

    >>> many([]).note.startswith("0 types leave out 0 over splits")
    True
    """
    rows = list(rows)
    tested = [row for row in rows if not isinstance(row.p, Undefined)]
    return Many(
        tested=len(tested),
        kept=sum(row.kept for row in rows),
        kept_over_images=sum(leaves_out_zero(row.over_images) for row in tested),
        by_chance=ALPHA * len(tested),
        holm=sum(_below(row.p_holm) for row in tested),
        benjamini_hochberg=sum(_below(row.p_bh) for row in tested),
    )


def _below(p: float | Undefined) -> bool:
    return not isinstance(p, Undefined) and p < ALPHA
