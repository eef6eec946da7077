"""What stands beside the data of a release: guidelines, recipe, figures, and its card."""

from collections.abc import Mapping
from typing import Any

from annotate.exchange.exports.reading import Scope
from annotate.exchange.models import Release
from annotate.exchange.releases import card, croissant, datasheet
from annotate.exchange.releases.croissant import CROISSANT
from annotate.exchange.releases.datasheet import Material
from annotate.exchange.releases.folder import Folder
from annotate.projects.models import Guideline, Project
from annotate.quality.selectors.settings import settings_of

GUIDELINES, RECIPE, STATISTICS = "guidelines.md", "recipe.json", "statistics.json"
CARD, DATASHEET = "README.md", "datasheet.md"


def write(release: Release, scope: Scope, folder: Folder, statistics: Mapping[str, Any]) -> None:
    """Write all of them."""
    folder.put(GUIDELINES, guidelines(release.project).encode())
    folder.put_json(RECIPE, recipe(release.project))
    folder.put_json(STATISTICS, statistics)
    material = Material.of(
        release.project,
        statistics,
        licence=release.licence,
        only_approved=release.only_approved,
    )
    folder.put(DATASHEET, datasheet.document(release.name, material, release.datasheet).encode())
    folder.put(CARD, card.card(release, statistics).encode())
    last_day = statistics["work"]["last_day"]
    folder.put_json(CROISSANT, croissant.metadata(release, list(folder.files), last_day))


def guidelines(project: Project) -> str:
    """Every version that people were shown, the newest first."""
    versions = Guideline.objects.filter(project=project).order_by("-version")
    parts = [
        f"<!-- Version {each.version}, in force from {each.created_at:%Y-%m-%d} -->\n\n"
        f"{each.body.strip()}\n"
        for each in versions
    ]
    return "\n".join(parts) or "This project has no guidelines.\n"


def recipe(project: Project) -> dict[str, Any]:
    """What was asked, by which rules."""
    return {
        "guidelines_required": project.guidelines_required,
        "guidelines_version": project.guidelines_version,
        "checks": settings_of(project).model_dump(mode="json"),
        "recipe": project.recipe.dump(),
    }
