"""What a graphics card does: a LoRA training and seeds, in full and half precision, at two sizes.

    python -m tests.load.cards [--steps 40] [--sizes 128 512] [--keep FILE]

Models are made on the spot and know nothing: what is measured is the machinery, steps a second and
memory, not what any published model would do. Without a card it says so and measures nothing,
unless it is told `--device cpu`: so the tests see that it runs.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
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
    if given.device == "cuda" and not torch.cuda.is_available():
        print("There is no graphics card here: nothing was measured.")
        return 2
    with tempfile.TemporaryDirectory() as name:
        rows = []
        for row in measure(torch, Path(name), given):
            print(json.dumps(row), flush=True)
            rows.append(row)
    if given.keep:
        card = torch.cuda.get_device_name() if given.device == "cuda" else None
        about = {"card": card, "torch": torch.__version__, "rows": rows}
        given.keep.write_text(json.dumps(about, indent=1) + "\n")
    return 0


def measure(torch: Any, folder: Path, given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the figures of each size: its training, then its seeds in each precision."""
    snapshot = snapshots.write(folder / "scenes", SCENES, most=1)
    for size in given.sizes:
        vlm.build(folder / f"size-{size}", seed=1, width=size, layers=LAYERS)
        yield _training(folder, snapshot, size, given)
        for precision in given.precisions:
            yield _seeds(torch, folder, size, precision, given.device)


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--sizes", type=int, nargs="+", default=[128, 512], help="widths")
    parser.add_argument("--precisions", nargs="+", default=["float32", "bfloat16"])
    parser.add_argument("--keep", type=Path, help="write the figures there")
    return parser.parse_args()


def _configured(folder: Path, size: int, **changes: Any) -> Configured:
    values = {"captioner": f"size-{size}", "max_new_tokens": 40, "batch_size": 32, **changes}
    settings = backends.get("transformers").settings.model_validate(values)
    return Configured(settings=settings, environment=Environment(model_folders=(folder,)))


def _training(folder: Path, snapshot: Path, size: int, given: argparse.Namespace) -> dict[str, Any]:
    """A LoRA run of so many steps, in a process of its own as the product does it."""
    out = folder / f"out-{size}"
    out.mkdir()
    wanted = {"epochs": 1000, "most_steps": given.steps, "batch_size": 8, "device": given.device}
    job = TrainingJob(
        snapshot=snapshot,
        base=_configured(folder, size),
        out=out,
        work=folder / f"work-{size}",
        settings=VlmTrainerSettings.model_validate(wanted),
        seed=11,
    )
    told: list[tuple[float, int]] = []
    facts: Any = (
        VlmTrainer().train(job, lambda point: told.append((time.monotonic(), point.step))).facts
    )
    # From the first step to the last: what a process needs to begin and to end is left out.
    (began, first), (ended, last) = (
        told[0],
        next(each for each in told if each[1] == facts["steps"]),
    )
    return {
        "what": "lora",
        "width": size,
        "weights": facts["trained_weights"],
        "processes": facts["processes"],
        "steps_per_second": round((last - first) / (ended - began), 2),
        "seconds": facts["seconds"],
        "final_loss": facts["final_loss"],
    }


def _seeds(torch: Any, folder: Path, size: int, precision: str, device: str) -> dict[str, Any]:
    """Texts about pictures; as many before them load the model and its kernels, uncounted."""
    loading.clear()
    on_card = device == "cuda"
    if on_card:
        torch.cuda.reset_peak_memory_stats()
    ready = _configured(folder, size, device=device, dtype=precision)
    captioner = backends.get("transformers").captioner(ready)
    picture = CaptionRequest(Image.new("RGB", (64, 64), (200, 30, 30)))
    captioner.caption_many([picture] * TEXTS)
    started = time.perf_counter()
    answers: Sequence[Any] = captioner.caption_many([picture] * TEXTS)
    seconds = time.perf_counter() - started
    return {
        "what": "seeds",
        "width": size,
        "precision": precision,
        "texts_per_second": round(len(answers) / seconds, 1),
        "tokens_per_second": round(sum(map(_tokens, answers)) / seconds),
        "megabytes": round(torch.cuda.max_memory_allocated() / 2**20) if on_card else None,
    }


def _tokens(answer: Any) -> int:
    return int(answer.trace.usage.completion_tokens)


if __name__ == "__main__":
    sys.exit(main())
