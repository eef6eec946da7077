"""The settings of a project's checks: every number, each with the default of its source."""

from typing import Annotated

from pydantic import Field, StringConstraints, field_serializer, field_validator

from annotate.analysis import text_rules
from annotate.analysis.quality.model import Code, FlagSettings
from annotate.core.schemas import Schema
from annotate.messages import Message

RuleCode = Annotated[str, StringConstraints(pattern=r"^[a-z_]+$", max_length=50)]
# Rules that forbid (B2) and those about private matters (A17) are worth a look where an answer
# breaks them all the same, for example an imported one; advice on style is not.
RULES = (*text_rules.CAPTION_FORM, *text_rules.PERSONAL_DATA)


class QualitySettings(FlagSettings, Schema):
    """All of :class:`FlagSettings`, and what only the product needs.

    * ``on_submission``    check each submission at once, not only when a lead asks
    * ``rules``            the text rules that make a flag, by their codes
    * ``skips``            show skipped tasks and reported images in the queue
    * ``early_warning``    warn of new people who work unlike the others (mission A16)
    * ``new_below``        a person with fewer answers than this in a stage is new
    * ``early_min_answers``  answers before anything is said about a person's time and edits
    * ``early_min_people``   people with so many answers before anybody is compared
    * ``early_z``          how many population standard deviations from the pool are too many
    * ``again_after``      a settled flag about a person may come again after so many answers
    """

    on_submission: bool = True
    rules: tuple[RuleCode, ...] = Field(RULES, max_length=50)
    skips: bool = True
    early_warning: bool = True
    new_below: int = Field(20, ge=0, le=10_000)
    early_min_answers: int = Field(5, ge=1, le=10_000)
    early_min_people: int = Field(5, ge=2, le=10_000)
    early_z: float = Field(1.95, gt=0, le=100)
    again_after: int = Field(20, ge=1, le=10_000)

    @field_validator("rules")
    @classmethod
    def _known_rules(cls, rules: tuple[str, ...]) -> tuple[str, ...]:
        unknown = [code for code in rules if code not in text_rules.CODES]
        if unknown:
            known = list(text_rules.CODES)
            raise ValueError(Message("unknown_text_rule", rule=unknown[0], rules=known))
        return tuple(dict.fromkeys(rules))

    @field_serializer("off")
    def _in_order(self, off: frozenset[Code]) -> list[Code]:
        return sorted(off)
