"""The command line of the analysis package: ``python -m annotate.analysis COMMAND …``."""

import sys
from collections.abc import Sequence
from pathlib import Path

from annotate.analysis.commands import main
from annotate.analysis.embedding import Embedder
from annotate.analysis.undefined import Undefined


def lend(name: str, folders: Sequence[Path], server: str = "") -> Embedder | Undefined:
    """Lend the commands a local model, or one of a server; what it takes is imported only now."""
    # The two imports against the layers: who starts a command joins it with the back ends.
    if server:
        from annotate.config.lending import lend_of_server

        return lend_of_server(name, server)
    from annotate.backends.transformers.embedding import lend as lend_local

    return lend_local(name, folders)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], lend))
