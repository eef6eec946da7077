"""What the figures mean and where they are from, and the settings word for word."""

import json

from annotate import __version__
from annotate.core.documents import Code, Facts, Section
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project

_METHODS = (
    (
        "Rounds",
        "A text goes from person to person; each starts from what the one before left, and"
        " nobody works twice on a sample (ImageInWords, Garg et al. 2024, §3).",
    ),
    (
        "Likeness",
        "Jaccard similarity of the sets of n-grams of a round and the one before; n is in the"
        " settings of the stage. Reached the threshold, no further round is opened (§3.3).",
    ),
    (
        "Tokens",
        "Words and punctuation marks of the text, as the reference of the analysis library says.",
    ),
    (
        "Active time",
        "Seconds in which the person did something at the task; pauses longer than the idle"
        " limit of the stage are cut.",
    ),
    ("Share edited", "Token edit distance to the inherited text over the longer one's length."),
    (
        "Distributions",
        "Submissions are counted into bars when they are made; quantiles are read off the bars.",
    ),
    (
        "Agreement",
        "Krippendorff's alpha beyond chance, and the share of pairs that agree, over answers"
        " that were given independently.",
    ),
    (
        "Intervals",
        "Bootstrap percentile intervals; the forecast's are over courses of days drawn by chance.",
    ),
)


def methods_section(project: Project, options: ReportOptions) -> Section:
    return Section("Methods", [Facts(_METHODS)])


def settings_section(project: Project, options: ReportOptions) -> Section:
    recipe = project.recipe
    return Section(
        "Settings",
        [
            Facts(
                [
                    ("Recipe", f"{recipe.title} ({recipe.name}, version {recipe.version})"),
                    ("Seed of everything random", str(project.seed)),
                    ("Program", f"annotate {__version__}"),
                ]
            ),
            Code(
                "The recipe, with every setting",
                json.dumps(recipe.dump(), indent=2, ensure_ascii=False),
            ),
        ],
    )
