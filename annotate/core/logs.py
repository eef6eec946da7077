"""Log lines for people (console) or machines (json), each with its request id."""

from typing import Any

import structlog

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso"),
    structlog.processors.format_exc_info,
]

structlog.configure(
    processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)


class Formatter(structlog.stdlib.ProcessorFormatter):
    """The one formatter of the process; `style_name` is `console` or `json`."""

    def __init__(self, *_args: Any, style_name: str = "console", **_kwargs: Any) -> None:
        last = (
            structlog.processors.JSONRenderer()
            if style_name == "json"
            else structlog.dev.ConsoleRenderer(colors=False)
        )
        super().__init__(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )


def get(name: str) -> Any:
    return structlog.stdlib.get_logger(name)
