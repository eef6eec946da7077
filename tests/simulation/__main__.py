"""SIMULATION: the loop closing on drawn scenes, with annotators who know what was drawn.

    make simulate                                     both models, 1,000 pictures, batches of 200
    make simulate ARGS="--only nearest --samples 300 --batch 100"

Everything but the people is real: the product is served as it is deployed, with a worker; the
pictures are imported, seeded, worked on over HTTP, trained on and seeded anew. Figures show that
the loop learns; they say nothing of how good a model is on photographs, or how fast people are.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.simulation import report, small_model, world
from tests.simulation.campaign import Campaign, Plan
from tests.simulation.office import ROOT, Office, opened

MODELS = ("nearest", "transformers")


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="make simulate", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=1000, help="pictures in each project")
    parser.add_argument(
        "--batch", type=int, default=200, help="finished ones that start a training"
    )
    parser.add_argument("--only", choices=MODELS, help="one of the two models")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "simulation", help="for figures")
    return parser.parse_args()


def plan_for(model: str, chosen: argparse.Namespace, models_root: Path) -> Plan:
    """Return what is done with a model; a small one of its own is made where one is needed."""
    if model == "nearest":
        return Plan(
            name="Simulation: nearest",
            samples=chosen.samples,
            batch=chosen.batch,
            detector="nearest",
            captioner="nearest",
        )
    settings = small_model.build(models_root, say)
    return Plan(
        name="Simulation: a small vision-language model",
        samples=chosen.samples,
        batch=chosen.batch,
        detector="classical",
        captioner="small-vlm",
        connection={
            "name": "small-vlm",
            "backend": "transformers",
            "settings": settings,
            "secrets": {},
        },
        training=small_model.TRAINING,
    )


def say(line: str) -> None:
    """Tell what is going on, with the time."""
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


def simulate(model: str, chosen: argparse.Namespace, folder: Path) -> list[dict[str, object]]:
    """Run one project from beginning to end; return the rows of its table."""
    models_root = folder / "models-root"
    plan = plan_for(model, chosen, models_root)
    say(f"{plan.name}: drawing {plan.samples} pictures")
    truths = world.draw(folder / "pictures", plan.samples)
    started = time.monotonic()
    with opened(folder / "data", MODELS_ROOTS=str(models_root)) as office:
        campaign = Campaign(office, plan, say)
        campaign.prepare(office, folder / "pictures")
        say("seeded; people begin")
        campaign.work(truths)
        say(f"all done after {time.monotonic() - started:.0f} s; measuring")
        return report.rows(campaign, judged(office, campaign.project, plan.captioner))


def judged(office: Office, project: int, connection: str) -> dict[str, float | None]:
    """Return each version's CIDEr on the same held-out samples."""
    command = [sys.executable, "-m", "tests.simulation.judging", str(project), connection]
    done = subprocess.run(command, cwd=ROOT, env=office.env, stdout=subprocess.PIPE, check=True)
    found: dict[str, float | None] = json.loads(done.stdout)
    return found


def main() -> None:
    """Simulate what was asked for and print a table each."""
    chosen = options()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for model in [chosen.only] if chosen.only else MODELS:
        with TemporaryDirectory(prefix="annotate-simulation-") as folder:
            rows = simulate(model, chosen, Path(folder))
        (chosen.out / f"{model}.json").write_text(json.dumps(rows, indent=2) + "\n")
        print(f"\nSIMULATION, {model}, {chosen.samples} drawn scenes\n\n{report.table(rows)}\n")


if __name__ == "__main__":
    main()
