"""Processor time by process tree: what a submission costs, however busy the machine is.

Read from /proc, so there are figures on Linux only; elsewhere they are None.
"""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat that follow the name of the program."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def parent_of(pid: int) -> int | None:
    """Return the id of the process that started `pid`."""
    try:
        return int(_fields(pid)[1])
    except OSError:
        return None


def processor_seconds(root: int | None) -> float | None:
    """Return what a process and its children have used so far, ended children included."""
    if root is None or not Path(f"/proc/{root}").is_dir():
        return None
    total = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = _fields(int(entry.name))
        except OSError:
            continue  # it ended in between
        if int(entry.name) == root:
            total += sum(map(int, fields[11:15]))  # with the ended children it waited for
        elif int(fields[1]) == root:
            total += sum(map(int, fields[11:13]))
    return total / _TICKS


def shared_memory(root: int) -> float:
    """MiB of a process and its children, a page of several processes shared out among them."""
    total = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        pid = int(entry.name)
        try:
            if pid == root or parent_of(pid) == root:
                lines = (entry / "smaps_rollup").read_text().splitlines()
                total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except OSError:
            continue  # it ended in between
    return total / 1024
