"""What a graphics card does: a LoRA training and seeds, in full and half precision, at two sizes.

    python -m tests.load.cards [--steps 40] [--sizes 128 512] [--keep FILE]

Models are made on the spot and know nothing: what is measured is the machinery, steps a second and
memory, not what any published model would do. Without a card it says so and measures nothing.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from annotate import backends
from annotate.backends import CaptionRequest, Configured, Environment
from annotate.backends.training.base import TrainingJob
from annotate.backends.training.vlm.plan import VlmTrainerSettings
from annotate.backends.training.vlm.trainer import VlmTrainer
from annotate.backends.transformers import library, loading
from tests.backends.tiny import snapshots, vlm

LAYERS = 6
SCENES = range(1000, 1100)
TEXTS = 64  # asked for together


def main() -> int:
    given = _given()
    if not library.availability().available:
        print("Local models are not installed here (make install-vlm): nothing was measured.")
        return 2
    torch, _ = library.load()
    if not torch.cuda.is_available():
        print("There is no graphics card here: nothing was measured.")
        return 2
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        snapshot = snapshots.write(folder / "scenes", SCENES, most=1)
        for size in given.sizes:
            vlm.build(folder / f"size-{size}", seed=1, width=size, layers=LAYERS)
            rows.append(_training(folder, snapshot, size, given.steps))
            rows += [_seeds(torch, folder, size, precision) for precision in given.precisions]
            for row in rows[-1 - len(given.precisions) :]:
                print(json.dumps(row), flush=True)
    if given.keep:
        about = {"card": torch.cuda.get_device_name(), "torch": torch.__version__, "rows": rows}
        given.keep.write_text(json.dumps(about, indent=1) + "\n")
    return 0


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--sizes", type=int, nargs="+", default=[128, 512], help="widths")
    parser.add_argument("--precisions", nargs="+", default=["float32", "bfloat16"])
    parser.add_argument("--keep", type=Path, help="write the figures there")
    return parser.parse_args()


def _configured(folder: Path, size: int, **changes: Any) -> Configured:
    values = {"captioner": f"size-{size}", "max_new_tokens": 40, "batch_size": 32, **changes}
    settings = backends.get("transformers").settings.model_validate(values)
    return Configured(settings=settings, environment=Environment(model_folders=(folder,)))


def _training(folder: Path, snapshot: Path, size: int, steps: int) -> dict[str, Any]:
    """A LoRA run of so many steps, in a process of its own as the product does it."""
    out = folder / f"out-{size}"
    out.mkdir()
    wanted = {"epochs": 1000, "most_steps": steps, "batch_size": 8, "device": "cuda"}
    job = TrainingJob(
        snapshot=snapshot,
        base=_configured(folder, size),
        out=out,
        work=folder / f"work-{size}",
        settings=VlmTrainerSettings.model_validate(wanted),
        seed=11,
    )
    facts: Any = VlmTrainer().train(job, lambda point: None).facts
    return {
        "what": "lora",
        "width": size,
        "processes": facts["processes"],
        "steps_per_second": round(facts["steps"] / facts["seconds"], 2),
        "final_loss": facts["final_loss"],
    }


def _seeds(torch: Any, folder: Path, size: int, precision: str) -> dict[str, Any]:
    """Texts about pictures; the first few load the model and do not count."""
    loading.clear()
    torch.cuda.reset_peak_memory_stats()
    ready = _configured(folder, size, device="cuda", precision=precision)
    captioner = backends.get("transformers").captioner(ready)
    picture = CaptionRequest(Image.new("RGB", (64, 64), (200, 30, 30)))
    captioner.caption_many([picture])
    started = time.perf_counter()
    answers: Sequence[Any] = captioner.caption_many([picture] * TEXTS)
    seconds = time.perf_counter() - started
    return {
        "what": "seeds",
        "width": size,
        "precision": precision,
        "texts_per_second": round(len(answers) / seconds, 1),
        "megabytes": round(torch.cuda.max_memory_allocated() / 2**20),
    }


if __name__ == "__main__":
    sys.exit(main())
