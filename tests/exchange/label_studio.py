"""What Label Studio's own library says of an export."""

import json
from pathlib import Path

from label_studio_sdk.label_interface import LabelInterface


def refused_by_label_studio(folder: Path) -> list[str]:
    """What of the tasks in a folder does not fit the configuration beside them, in its words.

    Of the annotations, too, it is asked as it is of predictions: only those it gives reasons for.
    """
    interface = LabelInterface((folder / "label-config.xml").read_text())
    interface.validate()
    return [
        error
        for task in json.loads((folder / "tasks.json").read_text())
        for answer in (*task["annotations"], *task["predictions"])
        for error in interface.validate_prediction(answer, return_errors=True)
    ]
