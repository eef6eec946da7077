"""Every flag by its stable code: a title, what it means, and its numbers in a sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from annotate.analysis.quality.model import Numbers

RULE_PREFIX = "rule:"


@dataclass(frozen=True, slots=True)
class About:
    """What a lead reads about a flag; ``subject`` says whether it is about a text or a person."""

    title: str
    description: str
    subject: str = "answer"


_TIME = (
    "The time lies far from the mean of all answers about the same image: 1.95 population standard "
    "deviations in VW App. A.1, or what the settings say. With five answers the greatest possible "
    "distance is 2."
)

CODES: dict[str, About] = {
    "time_outlier_hit": About(
        "Unusual time for the HIT", "By the whole HIT, divided by its images. " + _TIME
    ),
    "time_outlier_image": About(
        "Unusual time for the image", "By the time spent on this image. " + _TIME
    ),
    "time_outlier_platform": About(
        "Unusual time by the platform",
        "By the platform's clock, from accepting to submitting. " + _TIME,
    ),
    "capitals": About(
        "Mostly capitals", "More than half of all characters of the text are capital letters."
    ),
    "quality_words": About(
        "Writes about the image quality",
        "Uses words such as “quality” or “blur” without being the canned text, so it may not be "
        "about what the image shows.",
    ),
    "text_minority": About(
        "Alone in seeing no text",
        "Nearly everybody else says that there is text in the image, this answer says no.",
    ),
    "canned_alone": About(
        "Alone with the canned text", "The only answer about this image that is the canned text."
    ),
    "not_canned_alone": About(
        "Alone without the canned text",
        "Everybody else gave the canned text for this image; only this answer describes it.",
    ),
    "canned_often": About(
        "Often the canned text", "At least half of this person's images got the canned text."
    ),
    "near_duplicate": About(
        "Nearly the same text again",
        "Other answers have the same words in the same order, or nearly so.",
    ),
    "pasted_instruction": About(
        "Pasted text",
        "Most of the text is a passage of the instructions, or a passage that one person gave for "
        "several images.",
    ),
    "gold_accuracy": About(
        "Often wrong on known answers",
        "Gives too few right answers where the right answer is known.",
        subject="person",
    ),
    "edit_outlier": About(
        "Edits unlike the others",
        "Changes inherited texts much more or much less than other people do (IIW App. B.3).",
        subject="person",
    ),
    "random_sample": About("Random sample", "Drawn by chance from all answers, with a seed."),
}


def about(code: str) -> About:
    """Return title and description of a code, that of a text rule (``rule:…``) included.

    >>> about("rule:filler_phrase").title
    'Text rule: filler phrase'
    """
    if not code.startswith(RULE_PREFIX):
        return CODES[code]
    name = code.removeprefix(RULE_PREFIX).replace("_", " ")
    return About(f"Text rule: {name}", "A text rule of this stage found something in the answer.")


def explain(code: str, numbers: Numbers) -> str:
    """Return the numbers of a flag as one sentence or two for a lead.

    >>> explain("canned_alone", {"canned": 1, "answers": 5})
    'The only one of 5 answers about this image that is the canned text.'
    """
    if code.startswith(RULE_PREFIX):
        return _rule(numbers)
    return _SENTENCES[code](numbers)


def percent(share: float) -> str:
    """Return a share as people write it.

    >>> percent(0.5), percent(2 / 3), percent(0.9996)
    ('50 %', '66.7 %', '99.96 %')
    """
    text = f"{100 * share:.1f}"
    if text == "100.0" and share < 1:
        text = f"{100 * share:.2f}"
    return f"{text.removesuffix('.0')} %"


def _time(what: str) -> Callable[[Any], str]:
    def sentence(numbers: Any) -> str:
        side = "above" if numbers["z"] > 0 else "below"
        return (
            f"{what} took {numbers['seconds']:.1f} s; the {numbers['answers']} answers about this "
            f"image took {numbers['mean']:.1f} s on average (population standard deviation "
            f"{numbers['sd']:.1f} s). That is {abs(numbers['z']):.2f} standard deviations {side} "
            f"the mean; the limit is {numbers['limit']:g}."
        )

    return sentence


def _capitals(numbers: Any) -> str:
    return (
        f"{numbers['capitals']} of {numbers['characters']} characters are capital letters "
        f"({percent(numbers['share'])}); the limit is {percent(numbers['limit'])}."
    )


def _quality_words(numbers: Any) -> str:
    found = " and ".join(f"“{word}”" for word in numbers["words"])
    return f"The text contains {found} and is not the canned text."


def _text_minority(numbers: Any) -> str:
    return (
        f"{numbers['yes']} of {numbers['answers']} people see text in this image, this one does "
        f"not; the limit is {percent(numbers['limit'])}."
    )


def _canned_often(numbers: Any) -> str:
    return (
        f"The canned text for {numbers['canned']} of this person's {numbers['images']} images "
        f"({percent(numbers['share'])}); the limit is {percent(numbers['limit'])}."
    )


def _near_duplicate(numbers: Any) -> str:
    return (
        f"{numbers['answers']} answers about {_plural(numbers['images'], 'image')} by "
        f"{_plural(numbers['workers'], 'person', 'people')} have nearly the same text, "
        f"{numbers['own']} of them by this person (similarity at least "
        f"{percent(numbers['similarity'])}; the limit is {percent(numbers['limit'])})."
    )


def _pasted(numbers: Any) -> str:
    where = (
        "in the instructions"
        if numbers["source"] == "instructions"
        else f"in this person's answers about {numbers['images']} images"
    )
    return (
        f"{percent(numbers['share'])} of the words stand {where} in the same order; the limit is "
        f"{percent(numbers['limit'])}. For example: “{numbers['passage']}”."
    )


def _plural(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _gold(numbers: Any) -> str:
    return (
        f"{numbers['right']} of {numbers['total']} known answers were given right "
        f"({percent(numbers['accuracy'])}); at least {percent(numbers['limit'])} is expected."
    )


def _edits(numbers: Any) -> str:
    side = "above" if numbers["z"] > 0 else "below"
    return (
        f"{numbers['mean']:.1f} {numbers['unit']} per answer over {numbers['answers']} answers; "
        f"{numbers['people']} people have {numbers['pool_mean']:.1f} on average (population "
        f"standard deviation {numbers['pool_sd']:.1f}). That is {abs(numbers['z']):.2f} standard "
        f"deviations {side}; the limit is {numbers['limit']:g}."
    )


def _rule(numbers: Any) -> str:
    found = f" Found: “{numbers['found']}”." if numbers.get("found") else ""
    return f"{numbers['message']}{found}"


_SENTENCES: dict[str, Callable[[Any], str]] = {
    "time_outlier_hit": _time("An image of this HIT"),
    "time_outlier_image": _time("This image"),
    "time_outlier_platform": _time("By the platform's clock an image of this HIT"),
    "capitals": _capitals,
    "quality_words": _quality_words,
    "text_minority": _text_minority,
    "canned_alone": lambda n: (
        f"The only one of {n['answers']} answers about this image that is the canned text."
    ),
    "not_canned_alone": lambda n: (
        f"{n['canned']} of {n['answers']} answers about this image are the canned text; "
        "only this one is not."
    ),
    "canned_often": _canned_often,
    "near_duplicate": _near_duplicate,
    "pasted_instruction": _pasted,
    "gold_accuracy": _gold,
    "edit_outlier": _edits,
    "random_sample": lambda n: (
        f"One of {n['count']} answers drawn by chance from {n['of']:,} with the seed {n['seed']}."
    ),
}
