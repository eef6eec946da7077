"""The command line of the analysis package: ``python -m annotate.analysis COMMAND …``."""

import sys

from annotate.analysis.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
