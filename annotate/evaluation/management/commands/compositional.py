"""manage.py compositional: put questions of compositional reasoning to a language model."""

import os
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, TextIO, cast

from django.core.management.base import CommandError
from pydantic import ValidationError

from annotate.analysis.commands.base import InputError
from annotate.analysis.commands.compositional import add_arguments, planned, show
from annotate.analysis.commands.reply_files import ReplyFile
from annotate.analysis.compositional.asking import Asked, asked
from annotate.analysis.compositional.report import Plan, report
from annotate.backends import Configured
from annotate.backends.openai.settings import OpenAISettings
from annotate.core.command_line import CommandWithExamples
from annotate.evaluation.reasoning_model import ReasoningModel
from annotate.seeding.environment import environment


class Command(CommandWithExamples):
    help = """Ask a language model which of two captions of an image is true, by a description.

Replies are kept in a file, so that a run that ended before its end goes on and asks nothing twice.
The server is reached as all others are: HTTPS, or a machine that FETCH_PRIVATE_HOSTS names."""

    examples = """examples:
  manage.py compositional visual_genome_attribution.json examples.jsonl \\
      --descriptions "IIW=iiw.jsonl" --descriptions "LLaVA=llava.jsonl" \\
      --endpoint https://api.example.org/v1 --model large-1 --key-env API_KEY \\
      --price-in 2.5 --price-out 10 --most-cost 20 --replies replies.jsonl --json
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)
        parser.add_argument("--endpoint", required=True, metavar="URL", help="as a rule …/v1")
        parser.add_argument("--key-env", metavar="VAR", help="the variable that holds the key")
        parser.add_argument("--replies", type=Path, required=True, metavar="FILE")
        parser.add_argument("--price-in", type=float, default=0, help="of a million tokens in (0)")
        parser.add_argument("--price-out", type=float, default=0, help="of a million tokens out")
        parser.add_argument("--most-cost", type=float, metavar="COST", help="ask no further")
        parser.add_argument("--max-tokens", type=int, default=64, help="longest reply (64)")
        parser.add_argument("--concurrency", type=int, default=8, help="questions at once (8)")

    def handle(self, *args: Any, **options: Any) -> None:
        given = Namespace(**options)
        model = ReasoningModel(_configured(given))
        try:
            asked_for = planned(given, model.identity)
            started = time.monotonic()
            so_far = self._asked(asked_for, model, given)
            figures = report(asked_for, so_far.replies, failed=so_far.failed)
        except InputError as error:
            raise CommandError(str(error)) from None
        figures["run"] = {
            "asked": so_far.asked,
            "failed": sorted({str(reason) for reason in so_far.failed.values()}),
            "stopped_at_limit": so_far.stopped,
            "seconds": round(time.monotonic() - started, 3),
        }
        show(figures, given, cast(TextIO, self.stdout))
        for reason in figures["run"]["failed"]:
            self.stderr.write(reason)

    def _asked(self, asked_for: Plan, model: ReasoningModel, given: Namespace) -> Asked:
        so_far = Asked()
        total = len({question.key for question in asked_for.all})
        cache = ReplyFile(given.replies)
        for so_far in asked(
            asked_for.all,
            ask=model.ask,
            cache=cache,
            batch=model.batch,
            most_cost=given.most_cost,
        ):
            if given.verbosity > 1:
                self.stderr.write(f"{len(so_far.replies):,}/{total:,}, cost {so_far.cost:g}")
        return so_far


def _configured(given: Namespace) -> Configured:
    key = os.environ.get(given.key_env, "") if given.key_env else ""
    if given.key_env and not key:
        raise CommandError(f"The variable {given.key_env} is not set.")
    try:
        settings = OpenAISettings(
            base_url=given.endpoint,
            model=given.model,
            max_tokens=given.max_tokens,
            concurrency=given.concurrency,
            price_in=given.price_in,
            price_out=given.price_out,
        )
    except ValidationError as wrong:
        raise CommandError("\n".join(str(error["msg"]) for error in wrong.errors())) from None
    return Configured(
        settings=settings, secrets={"api_key": key} if key else {}, environment=environment()
    )
