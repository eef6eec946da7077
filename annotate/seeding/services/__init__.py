"""Everything that makes seeds.

`from annotate.seeding import services; services.start_run(…)` for what callers from outside need;
the rest is asked by its module: `from annotate.seeding.services import connections`.
"""

from annotate.seeding.services.importing import import_seeds, take_seeds
from annotate.seeding.services.starting import CHUNK, NothingToSeed, refresh, start_run
from annotate.seeding.services.unseeded import open_without_seeds

__all__ = [
    "CHUNK",
    "NothingToSeed",
    "import_seeds",
    "open_without_seeds",
    "refresh",
    "start_run",
    "take_seeds",
]
