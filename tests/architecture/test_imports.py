"""Who may import whom."""

import ast
import subprocess
import sys
import tomllib

from tests.architecture.sources import ROOT, files_under, name_of

BLOCKED = ["django", "rest_framework", "drf_spectacular", "celery", "kombu", "redis"]

LINT = "from importlinter.cli import lint_imports_command as run; run()"
IMPORT_EVERYTHING = f"""
import sys
for name in {BLOCKED!r}:
    sys.modules[name] = None  # an import of it raises ImportError
import importlib, pkgutil
for root in ("annotate.analysis", "annotate.kinds"):
    package = importlib.import_module(root)
    for found in pkgutil.walk_packages(package.__path__, root + "."):
        importlib.import_module(found.name)
        print(found.name)
"""


def test_every_import_contract_is_kept() -> None:
    """Catches an import against the direction of the architecture: between packages, between
    the modules inside one, of an entry point by anybody but config, of Django by the science."""
    result = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_science_and_the_kinds_run_without_django() -> None:
    """Catches what the import graph cannot see: importlib, a lazy import at module level, or a
    third-party library that pulls Django or Celery in."""
    result = subprocess.run(
        [sys.executable, "-c", IMPORT_EVERYTHING],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "annotate.kinds.base" in result.stdout.split()


def test_every_kind_is_in_the_contract_that_keeps_kinds_apart() -> None:
    """Catches a new kind that was not added to the independence contract, and so could import
    another kind unnoticed."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = [each for each in contracts["contracts"] if each["id"] == "kinds"]
    folders = {
        f"annotate.kinds.{path.parent.name}"
        for path in files_under("annotate/kinds", suffixes=(".py",))
        if path.name == "kind.py"
    }
    assert len(folders) >= 2
    assert set(contract["modules"]) == folders


def test_entry_points_have_no_other_names() -> None:
    """Catches HTTP code outside `api`, which the contract about entry points would not guard:
    a module that defines views or Celery tasks under a name nobody looks at."""
    marks = ("(APIView)", "@api_view", "@shared_task", "(BaseCommand)")
    allowed = ("/api", "/tasks", "/management/")
    strays = [
        name_of(path)
        for path in files_under("annotate", suffixes=(".py",))
        if any(mark in path.read_text() for mark in marks)
        and not any(part in name_of(path) for part in allowed)
        and not name_of(path).startswith(("annotate/config/", "annotate/core/"))
    ]
    assert strays == []


# What the Python client asks for at once, and what only where somebody has it.
CLIENT_NEEDS = {"httpx"}
CLIENT_EXTRAS = {"IPython", "PIL", "datasets", "pandas"}


def test_the_python_client_knows_the_api_and_nothing_else() -> None:
    """Catches a client that only runs beside the server, or that needs what it did not declare."""
    at_once, anywhere = set(), set()
    for path in files_under("client/src", suffixes=(".py",)):
        module = ast.parse(path.read_text())
        at_once |= {name for node in module.body for name in _imported(node)}
        anywhere |= {name for node in ast.walk(module) for name in _imported(node)}
    own = {*sys.stdlib_module_names, "annotate_client"}
    assert at_once - own == CLIENT_NEEDS
    assert anywhere - own == CLIENT_NEEDS | CLIENT_EXTRAS


def _imported(node: ast.AST) -> set[str]:
    """Return the packages that a statement imports from."""
    match node:
        case ast.Import():
            return {each.name.split(".")[0] for each in node.names}
        case ast.ImportFrom():
            return {(node.module or "").split(".")[0]}
    return set()
