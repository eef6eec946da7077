"""A project, and what an engineer does with one."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from annotate_client import frames
from annotate_client.api import Api
from annotate_client.errors import Forbidden, Misused
from annotate_client.exports import RECORDS, ExportedFile, Exporter, Record, records_in
from annotate_client.figures import Figures
from annotate_client.jobs import Job
from annotate_client.models import Models
from annotate_client.people import People
from annotate_client.pictures import pictures_of
from annotate_client.releases import Release, ReleaseFacts
from annotate_client.reports import Reports
from annotate_client.sending import Added, Seeds, Sender, tell_of_errors
from annotate_client.shapes import read
from annotate_client.studies import Studies
from annotate_client.values import Format, Image, Import, JobFacts, ProjectFacts, Recipe, Sample
from annotate_client.waiting import wait_for_people

if TYPE_CHECKING:
    import datasets
    import pandas as pd


class Project:
    """One project of a server.

    Attributes:
        facts: what the server said of it last; `refresh` asks again.
        people: its members and invitations.
        models: what makes its seeds.
        figures: what its dashboards show.
        reports: on its texts, and one to be printed.
        studies: in which people say which text is better.
    """

    def __init__(self, api: Api, facts: ProjectFacts) -> None:
        self._api = api
        self.facts = facts
        self.people = People(api, facts.id)
        self.models = Models(api, facts.id)
        self.figures = Figures(api, facts.id)
        self.reports = Reports(api, facts.id)
        self.studies = Studies(api, facts.id)

    def __repr__(self) -> str:
        counts = self.facts.counts
        return f"<Project {self.id} {self.name!r}: {counts.done} of {counts.samples} done>"

    @property
    def id(self) -> int:
        return self.facts.id

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def state(self) -> str:
        """``active``, ``paused`` or ``archived``."""
        return self.facts.state

    @property
    def recipe(self) -> Recipe:
        """Its stages; annotators are not told them."""
        if self.facts.recipe is None:
            raise Forbidden(403, "forbidden", "Only leads and reviewers are told the recipe.")
        return self.facts.recipe

    def refresh(self) -> "Project":
        """Ask the server how it is now."""
        self.facts = read(ProjectFacts, self._call("projectsRead"))
        return self

    # --- Settings ----------------------------------------------------------------------------

    def change(self, **changes: Any) -> "Project":
        """Change ``name``, ``description``, ``state``, ``settings`` or ``guidelines_required``."""
        self.facts = read(ProjectFacts, self._call("projectsUpdate", **changes))
        return self

    def pause(self) -> "Project":
        """Hand out no further work."""
        return self.change(state="paused")

    def resume(self) -> "Project":
        """Hand out work again."""
        return self.change(state="active")

    def publish_guidelines(self, guidelines: str | Path) -> int:
        """Publish a new version of the guidelines (Markdown); return its number."""
        body = guidelines.read_text("utf-8") if isinstance(guidelines, Path) else guidelines
        return int(self._call("guidelinesCreate", body=body)["version"])

    # --- Images and seeds --------------------------------------------------------------------

    def add_images(
        self,
        images: Any,
        seeds: Seeds | None = None,
        *,
        ids: Sequence[str] | None = None,
        split: str = "",
        producer: str = "imported",
        progress: bool = True,
    ) -> Added:
        """Add images, with what a model of yours says of them.

        Called again with the same images, it sends only what is not there yet.

        Args:
            images: a folder (with its ``manifest.jsonl``, if it has one), a file, an address, a
                picture of Pillow; a list of these, a dictionary of them by name; a data frame or
                rows with a column ``image``, ``path`` or ``url``, and, if you like,
                ``external_id``, ``split``, ``metadata``, ``text`` and ``objects``.
            seeds: by name of the image, in the order of the images, or a function that is given
                each `Picture`. Each is a text, a dictionary with ``text`` and ``objects``, or a
                `Seed`; None for an image without.
            ids: what the images are called; by default their path in the folder, or file name.
            split: ``train``, ``val`` or ``test``, for images that say none.
            producer: name and version of the model; leads and exports show it, people never see it.
        """
        pictures = pictures_of(images, ids=ids, split=split)
        return self._sender().send(pictures, seeds, producer, progress=progress)

    def add_seeds(self, seeds: Mapping[str, Any], *, producer: str = "imported") -> Added:
        """Seed images that are there, by their names; newer seeds go before older ones."""
        sender = self._sender()
        added = sender.send_seeds([sender.line(*each, producer) for each in seeds.items()])
        tell_of_errors(added.errors)
        return added

    def import_file(
        self, file: str | Path, *, progress: bool = True, dry_run: bool = False, **choices: Any
    ) -> Import:
        """Bring in an archive, a manifest, or a file of answers that people gave elsewhere.

        Args:
            dry_run: say what would happen, and change nothing.
            choices: as the API has them: ``given_as`` (``seeds``, ``answers``, ``texts`` or
                ``nothing``: what becomes of objects and texts that come with pictures),
                ``texts_name``, ``stage``, ``objects_stage``, ``format``, ``split`` and ``fetch``
                (get pictures that a list names by addresses).
        """
        path = Path(file)
        with path.open("rb") as opened:
            made = self._sender().bring_in(
                (path.name, opened), progress=progress, dry_run=dry_run, **choices
            )
        tell_of_errors(made.errors)
        return made

    def open(self, *, progress: bool = True) -> "Project":
        """Let people work on images that have no seeds, too: each begins with an empty text."""
        opened = self._call("seedingSkip")
        if opened["job"] is not None:
            self._job(opened["job"]).wait(progress=progress)
        return self.refresh()

    def images(self) -> Iterator[Image]:
        """Every image."""
        return (read(Image, each) for each in self._pages("imagesList"))

    def samples(self, **wanted: str) -> Iterator[Sample]:
        """Every sample, or those of a ``state``, ``stage``, ``split`` or ``search``."""
        return (read(Sample, each) for each in self._pages("samplesList", **wanted))

    # --- Waiting -----------------------------------------------------------------------------

    def wait(
        self,
        *,
        timeout: float | None = None,
        every: float = 5.0,
        progress: bool = True,
    ) -> "Project":
        """Wait until people have finished every image.

        Args:
            timeout: seconds to wait at most; None: as long as it takes.
            every: seconds between two looks, at most.

        Raises:
            WaitedTooLong: they have not in time. Nothing is lost: wait again.
        """
        wait_for_people(self._api, self.id, timeout=timeout, every=every, progress=progress)
        return self.refresh()

    def jobs(self) -> list[Job]:
        """The newest background jobs."""
        return [self._job(each) for each in self._call("jobsList")]

    # --- What comes out ----------------------------------------------------------------------

    def formats(self) -> list[Format]:
        """The formats in which this project can be exported."""
        return [read(Format, each) for each in self._call("projectFormats")["exports"]]

    def export(
        self,
        format_name: str,
        to: str | Path,
        *,
        split: str = "",
        timeout: float | None = None,
        progress: bool = True,
        **choices: bool,
    ) -> ExportedFile:
        """Export to a file, and see that it arrived whole.

        Args:
            format_name: ``iiw-jsonl``, ``coco`` …: `formats` lists them.
            split: only its images.
            choices: ``with_unfinished``, ``only_approved``, ``with_rejected``, ``with_dropped``,
                ``with_pictures``.
        """
        return Exporter(self._api, self.id).export(
            format_name,
            Path(to),
            split=split,
            choices=choices,
            timeout=timeout,
            progress=progress,
        )

    def records(self, *, progress: bool = True, **choices: Any) -> Iterator[Record]:
        """Every exported sample with all its rounds, in the form of ``iiw-jsonl``.

        Args:
            choices: as for `export`.
        """
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "samples.jsonl"
            self.export(RECORDS, path, progress=progress, **choices)
            yield from records_in(path)

    def to_pandas(
        self, table: frames.Table = "samples", *, progress: bool = True, **choices: Any
    ) -> "pd.DataFrame":
        """What came out, as a data frame.

        Args:
            table: ``samples`` has a row for each image, ``objects`` one for each final object,
                ``rounds`` one for each answer and seed.
            choices: as for `export`.
        """
        return frames.to_pandas(self.records(progress=progress, **choices), table)

    def to_datasets(
        self, *, with_pictures: bool = False, progress: bool = True, **choices: Any
    ) -> "datasets.Dataset":
        """What came out, as a data set of the library datasets: a row for each image.

        Args:
            with_pictures: have the pictures as well, in the column ``image``; the other columns
                are then those of the export ``parquet``.
            choices: as for `export`.
        """
        if not with_pictures:
            return frames.to_datasets(self.records(progress=progress, **choices))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "dataset.zip"
            self.export("parquet", path, with_pictures=True, progress=progress, **choices)
            return frames.unpacked_datasets(path)

    # --- Releases ----------------------------------------------------------------------------

    def releases(self) -> Iterator[Release]:
        """Every release, the newest first."""
        return (self._release(each) for each in self._pages("releasesList"))

    def publish_release(
        self,
        version: str,
        *,
        name: str = "",
        timeout: float | None = None,
        progress: bool = True,
        **more: Any,
    ) -> Release:
        """Freeze what there is now under a version, and wait until it is frozen.

        Args:
            version: higher than the last of the name: ``1.0.0``, ``1.1.0-rc.1``.
            name: what all versions of the dataset are called; by default the project's.
            more: ``description``, ``licence``, ``citation``, ``formats``, ``only_approved`` and
                ``split``, as the API has them.
        """
        started = self._call("releasesCreate", name=name or self.name, version=version, **more)
        return self._release(started).wait(timeout=timeout, progress=progress)

    def datasheet(self) -> dict[str, str]:
        """The datasheet of the next release: an answer to each question, by its key.

        An answer is what a lead wrote, or else what the platform drafts from what it knows.
        """
        asked = self._call("datasheetRead")["questions"]
        return {each["key"]: each["answer"] or each["draft"] for each in asked}

    def write_datasheet(self, **answers: str) -> dict[str, str]:
        """Write answers over the drafts; those not named stay, an empty one is drafted again."""
        asked = self._call("datasheetRead")["questions"]
        if strange := answers.keys() - {each["key"] for each in asked}:
            raise Misused(f"The datasheet has no question {', '.join(sorted(strange))}.")
        kept = {each["key"]: each["answer"] for each in asked if each["answer"]}
        written = {key: text for key, text in (kept | answers).items() if text}
        self._call("datasheetWrite", answers=written)
        return self.datasheet()

    # --- Inside ------------------------------------------------------------------------------

    def _call(self, operation: str, **given: Any) -> Any:
        return self._api.call(operation, project_id=self.id, **given)

    def _pages(self, operation: str, **given: Any) -> Iterator[dict[str, Any]]:
        return self._api.pages(operation, project_id=self.id, **given)

    def _job(self, answer: Any) -> Job:
        return Job(self._api, self.id, read(JobFacts, answer))

    def _release(self, answer: Any) -> Release:
        return Release(self._api, self.id, read(ReleaseFacts, answer))

    def _sender(self) -> Sender:
        return Sender(self._api, self.id, self.recipe)
