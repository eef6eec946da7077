"""manage.py add_texts PROJECT FILE: bring in texts that were written elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.evaluation.selectors.text_files import described
from annotate.evaluation.services.text_files import add_text_file
from annotate.projects import selectors as projects


class Command(CommandWithExamples):
    help = """Bring a file of texts about images into a project, such as what another model wrote,
to be compared in a study or measured in a report.

JSON lines, a JSON list or CSV in UTF-8; .gz is read as it is. Images are found by their external_id
or file name; texts of images that the project lacks are kept and can be measured. The file comes in
whole or not at all: each wrong row is named."""

    examples = """examples:
  manage.py add_texts "Street scenes" gpt4v.jsonl.gz --name "GPT-4V"
  manage.py add_texts 3 IIW-400.jsonl --name "IIW-Human" --text-field IIW --key-field image/key
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("file", metavar="FILE", type=Path, help="The file to read.")
        parser.add_argument("--name", help="What to call it (default: the name of the file).")
        parser.add_argument(
            "--text-field", default="", help="What the text is called (default: a usual name)."
        )
        parser.add_argument(
            "--key-field",
            default="",
            help="What holds the id or name of the image (default: a usual name).",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
        with in_words():
            file = add_text_file(
                project=projects.by_id_or_name(options["project"]),
                actor=None,
                path=path,
                name=(options["name"] or path.name)[:200],
                text_field=options["text_field"],
                key_field=options["key_field"],
            )
        added = described([file])[0]
        self.stdout.write(
            f"{added.texts:,} texts added as {file.name!r}, {added.matched:,} of them about"
            " images of the project."
        )
