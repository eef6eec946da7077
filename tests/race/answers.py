"""What the annotators of the race write."""

from typing import Any


def answer_of(stage_key: str, key: str) -> dict[str, Any]:
    """Return an answer that can be recognised by its key, unlike every other in its words."""
    words = " ".join(key.replace("-", f" {place} ") for place in range(3))
    if stage_key == "description":
        return {"text": f"{words}."}
    box = {"x": 1, "y": 2, "width": 30, "height": 40}
    thing = {"id": "a", "label": f"thing {key}", "box": box, "description": words}
    return {"objects": [{**thing, "derived_from": []}]}
