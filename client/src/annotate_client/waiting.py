"""Waiting for people."""

from typing import Any

from annotate_client.api import Api
from annotate_client.jobs import poll
from annotate_client.progress import Shown


def wait_for_people(
    api: Api, project_id: int, *, timeout: float | None, every: float, progress: bool
) -> None:
    """Wait until every image of a project is finished, and show how far people are."""
    with Shown("Finished images", wanted=progress) as shown:

        def ask() -> bool:
            overview = api.call("overviewRead", project_id=project_id)
            counts = overview["progress"]
            wanted = counts["samples"] - counts["withdrawn"]
            shown.show(counts["done"], wanted, note_of(overview))
            return bool(counts["done"] >= wanted)

        late = "People have not finished every image"
        poll(ask, api.transport.sleep, late, timeout, longest_pause=every)


def note_of(overview: Any) -> str:
    """What holds the work up, if anything does, and what to do about it."""
    counts, notes = overview["progress"], []
    under_way = any(job["state"] in ("queued", "running") for job in overview["jobs"])
    if counts["waiting"] and not under_way:
        notes.append(f"{counts['waiting']} wait for seeds: add_seeds(…) or open()")
    if counts["waiting_for_batch"]:
        notes.append(f"{counts['waiting_for_batch']} are in no open batch")
    if new := overview["blocked"]["samples_waiting_for_new_people"]:
        notes.append(f"{new} need somebody who has not seen them: people.invite(…)")
    if overview["worker"]["needed"] and not overview["worker"]["alive"]:
        notes.append("no worker runs on the server")
    return "; ".join(notes)
