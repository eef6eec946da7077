"""The datasheet of a dataset: the sections of Gebru et al. (2018, arXiv:1803.09010).

Each question is drafted from what the platform knows; a lead writes over a draft, and what nobody
can know but people is empty until somebody does. It is an English document, like the card.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from annotate.exchange.releases import agreement, facts
from annotate.projects.models import Guideline, Project

MAX_LENGTH = 5000
UNANSWERED = "Not answered."


@dataclass(frozen=True)
class Material:
    """What drafts are made of."""

    project: Project
    figures: Mapping[str, Any]
    payments: list[tuple[str, int, Decimal]]
    guidelines: int
    licence: str = ""
    only_approved: bool = False

    @classmethod
    def of(cls, project: Project, figures: Mapping[str, Any], **about: Any) -> "Material":
        """Look up what the figures do not say."""
        guidelines = Guideline.objects.filter(project=project).count()
        return cls(project, figures, facts.payments(project), guidelines, **about)


# What the figures call those without one, and in words.
_WITHOUT_SPLIT: Mapping[str, str] = {"none": "without a split"}
_LEFT_OUT: Mapping[str, str] = {
    "withdrawn_samples": "samples that were withdrawn",
    "unfinished_samples": "samples that were not finished",
    "incomplete_samples": "finished samples without what their recipe promises",
    "unapproved_samples": "samples with a stage in which nothing was approved",
    "unapproved": "answers that were not approved",
    "rejected": "answers that were rejected",
    "superseded": "answers that rest on a rejected one",
    "dropped": "answers that were voted out",
}


def _purpose(known: Material) -> str:
    return known.project.description


def _instances(known: Material) -> str:
    figures = known.figures
    by_split: Mapping[str, int] = figures["splits"]
    splits = ", ".join(
        f"{_WITHOUT_SPLIT.get(name, name)}: {number:,}" for name, number in sorted(by_split.items())
    )
    images = "1 image" if figures["samples"] == 1 else f"{figures['samples']:,} images"
    counted = f"{images}, each with what was said about it in every round."
    return f"{counted} Splits: {splits}." if set(by_split) - set(_WITHOUT_SPLIT) else counted


def _labels(known: Material) -> str:
    stages = known.project.recipe.stages
    asked = "; ".join(stage.title or stage.key for stage in stages)
    return f"Answers to these stages: {asked}."


def _missing(known: Material) -> str:
    reasons = {reason: number for reason, number in known.figures["left_out"].items() if number}
    if not reasons:
        return "Nothing was left out."
    listed = ", ".join(
        f"{_LEFT_OUT.get(reason, reason)}: {reasons[reason]:,}" for reason in reasons
    )
    return f"Left out, by the reason: {listed}."


def _collected(known: Material) -> str:
    answers, producers = known.figures["answers"], known.figures["producers"]
    parts = [
        f"{answers.get('person', 0):,} answers were given by people, {answers.get('model', 0):,} "
        f"by models and {answers.get('import', 0):,} were brought in from elsewhere."
    ]
    if producers:
        named = ", ".join(f"{name} ({producers[name]:,})" for name in sorted(producers))
        parts.append(f"Models and sources: {named}.")
    return " ".join(parts)


def _people(known: Material) -> str:
    paid = [
        f"{number:,} payments, {total:.2f} {currency}" for currency, number, total in known.payments
    ]
    people = f"{known.figures['people']:,} people, named by numbers alone."
    return f"{people} Paid through the platform: {'; '.join(paid)}." if paid else people


def _time(known: Material) -> str:
    work = known.figures["work"]
    if not work["first_day"]:
        return ""
    return f"People worked from {work['first_day']} to {work['last_day']}."


def _instructions(known: Material) -> str:
    number = known.guidelines
    if not number:
        return "The project has no guidelines; recipe.json says what was asked."
    return (
        f"guidelines.md has all {number:,} versions of the guidelines, recipe.json what was asked."
    )


def _agreement(known: Material) -> str:
    rows = [
        f"- {row['stage']}, round {row['index']}: {row['jaccard_to_round_before_mean']}"
        for row in known.figures["rounds"]
        if row["jaccard_to_round_before_mean"] is not None
    ]
    parts = []
    if rows:
        parts.append(
            "\n".join(("Mean Jaccard similarity of words to the round before:", "", *rows))
        )
    if beside := [f"- {each}" for each in agreement.sentences(known.figures)]:
        parts.append("\n".join((f"{agreement.TITLE}:", "", *beside)))
    return "\n\n".join(parts)


def _labelling(known: Material) -> str:
    judged = "Only what a lead approved is in it. " if known.only_approved else ""
    return (
        f"{judged}The recipe is “{known.project.recipe.title}”. Each round is kept with the text "
        "it started from; spelling that leads corrected stands beside what was typed."
    )


def _raw(known: Material) -> str:
    return "Yes: records.jsonl has every round as it was submitted, seeds of models included."


def _nothing(known: Material) -> str:
    return ""


def _licence(known: Material) -> str:
    return known.licence


def _maintained(known: Material) -> str:
    return (
        "Versions follow semver.org. Images that are withdrawn are listed in tombstones.json of "
        "the releases that hold them, and later versions leave them out."
    )


@dataclass(frozen=True)
class Question:
    key: str
    section: str
    text: str
    draft: Callable[[Material], str]


_SECTIONS: Mapping[str, tuple[tuple[str, str, Callable[[Material], str]], ...]] = {
    "Motivation": (
        ("purpose", "For what purpose was the dataset created?", _purpose),
        ("creators", "Who created it, on behalf of whom, and who funded it?", _nothing),
    ),
    "Composition": (
        ("instances", "What do the instances represent, and how many are there?", _instances),
        ("labels", "What is associated with each instance?", _labels),
        ("missing", "Is anything missing or left out?", _missing),
        ("sensitive", "Does it show people, or hold what is confidential or offensive?", _nothing),
    ),
    "Collection": (
        ("source", "Where do the images come from, and with what consent?", _nothing),
        ("process", "How was the data acquired?", _collected),
        ("people", "Who was involved, and how were they paid?", _people),
        ("time", "Over what time was it collected?", _time),
        ("instructions", "What were people asked to do?", _instructions),
        ("ethics", "Was there an ethical review?", _nothing),
    ),
    "Preprocessing and labelling": (
        ("labelling", "How was it cleaned and labelled?", _labelling),
        ("agreement", "How far do answers agree?", _agreement),
        ("raw", "Is the raw data kept beside it?", _raw),
    ),
    "Uses": (
        ("uses", "What has it been used for, and what else could it be used for?", _nothing),
        ("not_for", "What should it not be used for?", _nothing),
    ),
    "Distribution": (
        ("distribution", "How is it distributed, and when?", _nothing),
        ("licence", "Under which licence?", _licence),
    ),
    "Maintenance": (
        ("contact", "Who maintains it, and how can they be reached?", _nothing),
        ("maintenance", "How is it corrected and versioned?", _maintained),
    ),
}
QUESTIONS = tuple(
    Question(f"{section.split()[0].casefold()}.{key}", section, text, draft)
    for section, asked in _SECTIONS.items()
    for key, text, draft in asked
)
KEYS = frozenset(question.key for question in QUESTIONS)


def document(title: str, known: Material, answers: Mapping[str, str]) -> str:
    """As Markdown: the lead's answers, and drafts where there are none."""
    return "\n".join((f"# Datasheet: {title}\n", *_answered(known, answers)))


def _answered(known: Material, answers: Mapping[str, str]) -> Iterator[str]:
    section = ""
    for question in QUESTIONS:
        if question.section != section:
            section = question.section
            yield f"## {section}\n"
        said = answers.get(question.key) or question.draft(known) or UNANSWERED
        yield f"**{question.text}**\n\n{said}\n"
