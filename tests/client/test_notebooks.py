"""The notebooks of the documentation run from the first cell to the last, against a real server.

To write their outputs anew: ``KEEP_NOTEBOOKS=1 pytest tests/client/test_notebooks.py``.
"""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from nbclient import NotebookClient
from nbformat.v4 import reads, writes

from tests.architecture.sources import ROOT
from tests.client.house import House

pytestmark = pytest.mark.once

NOTEBOOKS = ROOT / "docs" / "notebooks"
KEEP = "KEEP_NOTEBOOKS"
LONGEST = 300  # seconds for a cell; some 30 on two idle cores
Notebook = Any


def kept(name: str) -> Notebook:
    return reads((NOTEBOOKS / name).read_text())  # type: ignore[no-untyped-call]


def run(name: str, house: House, folder: Path, begins: Callable[[str], None]) -> Notebook:
    """Run a notebook in a kernel of its own; the cells are as they stand, with new outputs.

    Args:
        begins: told the source of each cell before it is run.
    """
    notebook = kept(name)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        # A notebook that waits for people who failed would wait for ever.
        timeout=LONGEST,
        resources={"metadata": {"path": str(NOTEBOOKS)}},
        record_timing=False,
        on_cell_start=lambda cell, cell_index: begins(cell["source"]),
    )
    env = {
        **os.environ,
        "ANNOTATE_URL": house.url,
        "ANNOTATE_TOKEN": house.lena.token,
        "PYTHONPATH": str(ROOT / "client" / "src"),
        "IPYTHONDIR": str(folder),
        "HF_HUB_OFFLINE": "1",
        "PYTHONWARNINGS": "ignore:IProgress not found",
        "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    }
    # A cell that fails raises CellExecutionError, with what it said.
    client.execute(env=env)
    if os.environ.get(KEEP):
        text = writes(notebook)  # type: ignore[no-untyped-call]
        (NOTEBOOKS / name).write_text(f"{text}\n")
    return notebook


def outputs(notebook: Notebook, source: str) -> str:
    """What the cell with this source shows, as text."""
    [cell] = [cell for cell in notebook.cells if cell.source.startswith(source)]
    shown = [each.get("text") or each["data"]["text/plain"] for each in cell.outputs]
    return "\n".join(shown)


# For the whole run: a second project of this name would have people look for work in the first.
@pytest.fixture(scope="session")
def ten_lines(house: House, tmp_path_factory: pytest.TempPathFactory) -> Notebook:
    """The first notebook, for which people begin to work when it begins to wait for them."""
    with ThreadPoolExecutor(1) as people:
        work: list[Future[int]] = []

        def begins(source: str) -> None:
            if source == "project.wait()":
                work.append(people.submit(finish, house))

        folder = tmp_path_factory.mktemp("ipython")
        notebook = run("ten_lines.ipynb", house, folder, begins)
        # Objects once, and two rounds of descriptions, of eleven photographs.
        assert [each.result() for each in work] == [33]
    return notebook


def finish(house: House) -> int:
    project = house.lena.client.project("Photographs")
    for name in house.others:
        house.others[name].join(project)
    return house.put_to_work(project, *house.others)


def test_ten_lines_bring_photographs_out_as_a_data_frame(ten_lines: Notebook) -> None:
    assert "11 added, 0 there already, 11 seeded" in outputs(
        ten_lines, "from annotate_client import C"
    )
    assert "Finished images: 11 of 11" in outputs(ten_lines, "project.wait()")
    assert "demo-coffee" in outputs(ten_lines, "frame =")
    assert "<Release Photographs 1.0.0: 11 samples" in outputs(ten_lines, "release =")


def test_it_really_is_ten_lines(ten_lines: Notebook) -> None:
    """Without the model, which is everybody's own."""
    cells = [cell.source for cell in ten_lines.cells if cell.cell_type == "code"][1:]
    statements = [
        line for cell in cells for line in cell.splitlines() if line and line[0] not in " )"
    ]
    assert len(statements) <= 10, statements


def test_what_people_did_can_be_read_and_taken_along(
    ten_lines: Notebook, house: House, tmp_path: Path
) -> None:
    notebook = run("export_and_analyse.ipynb", house, tmp_path, lambda source: None)
    assert "<Project" in outputs(notebook, "from annotate_client import Client")
    assert "num_rows: 11" in outputs(notebook, "dataset =")
    assert "'manifest.json'" in outputs(notebook, "release =")


@pytest.mark.parametrize("name", ["ten_lines.ipynb", "export_and_analyse.ipynb"])
def test_a_notebook_is_kept_with_its_outputs_and_nobodys_secrets(name: str) -> None:
    """Catches one that was committed without having been run, or with a token or an address."""
    notebook = kept(name)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    assert sum(bool(cell.outputs) for cell in code) >= len(code) - 2
    text = (NOTEBOOKS / name).read_text()
    for secret in ("127.0.0.1", "Token ", str(Path.home()), str(ROOT)):
        assert secret not in text
