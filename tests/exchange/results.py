"""Raw results of a crowd for tests: the real file, and small ones written here."""

from pathlib import Path
from typing import Any

from annotate.analysis.vizwiz_results import COLUMNS
from annotate.exchange import services
from annotate.exchange.answers.mturk import MturkResults
from annotate.exchange.models import Import
from annotate.projects import services as projects
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.exchange.captions import picture
from tests.exchange.files import Silent

DATA = Path(__file__).parents[1] / "analysis" / "data"
REAL = DATA / "vizwiz" / "mturk_hit_results_sample.tsv"
END = "|<END>"


def vizwiz_project(people: Cast, name: str = "Kitchen photos") -> Project:
    return projects.create_project(
        name=name,
        description="",
        recipe_name="vizwiz-captions",
        changes={},
        creator=people.owner,
        seed=7,
        guidelines_required=False,
    )


def with_the_real_images(project: Project) -> Project:
    """Put the images into a project that the real file is about, without their pixels."""
    named = {answer.image for row in MturkResults(REAL).rows(0) for answer in row.answers}
    for name in sorted(named):
        picture(project, name)
    return project


def bring_in(project: Project, path: Path, name: str = "mturk-results", **more: Any) -> Import:
    return services.import_answers(
        project=project, path=path, format_name=name, watcher=Silent(), **more
    )


def counts(import_: Import) -> tuple[int, int, int]:
    return import_.added, import_.skipped, import_.failed


def problems(import_: Import) -> list[tuple[int, str, str]]:
    found = import_.problems.order_by("row", "id")
    return list(found.values_list("row", "field", "code"))


def line(worker: str, images: list[str], *, hit: str = "HIT1", **cells: str) -> dict[str, str]:
    """One row of raw results about these images; `cells` replaces columns."""
    number = len(images)

    def each(value: str) -> str:
        return "|".join(f"{value}{END}" for _ in images)

    plain = dict.fromkeys(COLUMNS, "")
    plain |= {
        "hitid": hit,
        "workerid": worker,
        "assignmentaccepttime": "Sat Apr 20 16:20:00 CDT 2019",
        "assignmentsubmittime": "Sat Apr 20 16:25:00 CDT 2019",
        "Answer.HIT_ST_TIME": "1555795200000",
        "Answer.HIT_END_TIME": "1555795500000",
        "Answer.IMG": "|".join(images),
        "Answer.IMG_ST_TIME": "|".join(["1555795210000"] * number),
        "Answer.IMG_END_TIME": "|".join(["1555795240000"] * number),
        "Answer.IMG_CAPTION": each(f"A caption by {worker} with quite enough words in it"),
        "Answer.TEXT_DETECT": each("N"),
        "Answer.Q_ISSUE": each("NONE"),
        "Answer.Q_ISSUE_OTH": each(""),
        "Answer.FINAL_ANGLE": "|".join(["90"] * number),
        "Answer.FINAL_ZOOM": "|".join(["45.5"] * number),
    }
    return plain | cells


def table(path: Path, *rows: dict[str, str], quoted: bool = False) -> Path:
    """Write a table of raw results."""

    def cell(text: str) -> str:
        return f'"{text}"' if quoted else text

    lines = [COLUMNS, *([row[name] for name in COLUMNS] for row in rows)]
    path.write_text("\n".join("\t".join(map(cell, cells)) for cells in lines) + "\n")
    return path
