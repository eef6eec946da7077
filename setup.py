"""What a wheel holds beside the package itself; all else about it is in pyproject.toml.

`make package` builds it. The folders that the product reads at run time and that lie elsewhere in
a checkout are carried inside the package, laid out alike (annotate/config/places.py).
"""

import sys
from pathlib import Path

from setuptools import find_packages, setup

CARRIED = {"deploy": ["demo/photos/*", "demo/past/*"], "frontend/dist": ["**/*"]}
PACKAGES = {f"annotate.carried.{folder.replace('/', '.')}": folder for folder in CARRIED}

if not Path("frontend/dist/index.html").is_file():
    sys.exit("The web client is not built: run `make package`, which builds it, too.")

setup(
    packages=[*find_packages(include=["annotate", "annotate.*"]), *PACKAGES],
    package_dir=PACKAGES,
    package_data={
        "annotate": ["**/*.html", "**/*.json", "**/*.md", "**/*.toml"],
        **{name: CARRIED[folder] for name, folder in PACKAGES.items()},
    },
)
