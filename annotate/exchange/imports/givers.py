"""What becomes of what rows say of their pictures, as the lead chose."""

from collections.abc import Callable, Mapping

from annotate.exchange.imports.answering import AnswerGiver
from annotate.exchange.imports.seeds import Giver, SeedGiver
from annotate.exchange.imports.texts import TextGiver
from annotate.exchange.models import Import

_GIVERS: Mapping[str, Callable[[Import, str], Giver]] = {
    Import.GivenAs.SEEDS: SeedGiver,
    Import.GivenAs.ANSWERS: AnswerGiver,
    Import.GivenAs.TEXTS: TextGiver,
}


def giver_of(import_: Import, format_: str) -> Giver | None:
    """What writes it; None where it is left aside."""
    giver = _GIVERS.get(import_.given_as)
    return giver(import_, format_) if giver else None
