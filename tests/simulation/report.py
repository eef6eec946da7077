"""What became of the seeds of each version: one row a version, from what the product recorded."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tests.simulation.campaign import Campaign, pages
from tests.simulation.people import Json

COLUMNS = (
    ("version", "version"),
    ("samples", "samples"),
    ("cider", "held-out CIDEr"),
    ("edit_distance", "seed→final edit distance"),
    ("jaccard", "Jaccard seed→final"),
    ("rounds_jaccard", "Jaccard of rounds (1,2)"),
    # Of the back end that made the boxes, where that is the one that learns.
    ("boxes_kept", "objects kept"),
    ("seconds", "simulated seconds"),
)


def rows(campaign: Campaign, cider: Mapping[str, float | None]) -> list[Json]:
    """Return a row for each version whose seeds people started from.

    Args:
        cider: by version label, all measured on the same held-out samples.
    """
    described = _quality(campaign, "description")
    boxes = _quality(campaign, "objects")
    seconds = _seconds(campaign)
    return [
        {
            "version": label,
            "samples": version["n"],
            "cider": cider.get(label),
            **{
                name: _mean(version, name)
                for name in ("edit_distance", "jaccard", "rounds_jaccard")
            },
            "boxes_kept": _share_kept(boxes.get(seeds)),
            "seconds": seconds.get(label),
        }
        for seeds, version in sorted(described.items())
        for label in [seeds.rsplit(" ", 1)[-1]]
    ]


def table(found: list[Json]) -> str:
    """Return the rows as a Markdown table."""
    head = "| " + " | ".join(title for _, title in COLUMNS) + " |"
    line = "|" + "|".join("---:" for _ in COLUMNS) + "|"
    body = ["| " + " | ".join(_shown(row[name]) for name, _ in COLUMNS) + " |" for row in found]
    return "\n".join([head, line, *body])


def _quality(campaign: Campaign, stage: str) -> dict[str, Json]:
    answer = campaign.lead.call("GET", f"{campaign.base}/seed-quality?stage={stage}")
    return {_label(each["version"]): each for each in answer["versions"]}


def _label(version: Json | None) -> str:
    return f"{version['connection']['name']} {version['label']}" if version else "none"


def _mean(version: Json, name: str) -> float | None:
    figure = version["figures"].get(name)
    return figure["mean"] if figure else None


def _share_kept(version: Json | None) -> float | None:
    """Return the share of seeded boxes that people left as they were."""
    if version is None:
        return None
    kept, edited, removed = (_mean(version, name) or 0 for name in ("kept", "edited", "removed"))
    seeded = kept + edited + removed
    return kept / seeded if seeded else None


def _seconds(campaign: Campaign) -> dict[str, float]:
    """Return the mean seconds of the model, by the version whose text people started from."""
    spent: dict[str, list[float]] = defaultdict(list)
    for sample in pages(campaign.lead, f"{campaign.base}/samples"):
        shown = campaign.lead.call("GET", f"/samples/{sample['id']}")
        label = _started_from(shown)
        spent[label].append(sum(campaign.seconds[shown["image"]["name"]].values()))
    return {label: sum(each) / len(each) for label, each in spent.items()}


def _started_from(sample: Json) -> str:
    """Return the label of the version whose description the first round started from."""
    [stage] = [each for each in sample["stages"] if each["key"] == "description"]
    found = [each for each in stage["annotations"] if each["index"] == 0]
    return str(found[-1]["producer"]).rsplit(" ", 1)[-1] if found else "none"


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
