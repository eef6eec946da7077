"""What measuring one stage, alone or by another, can show and cannot (Wang et al. 2022, §3.4).

Unlike in the paper, people here start from seeds: S1 is edited from S2, and S3 from S4.
"""

from annotate.core.schemas import Notice
from annotate.evaluation.schemas.harms import HarmPairing
from annotate.messages import Message

_KEYS = ("s1", "s2", "s3", "s4", "file")
_SHOWS = {
    ("s4", "s1"): "harm_shows_captions_by_labels",
    ("s4", "s2"): "harm_shows_captions_by_detector",
    ("s4", "s3"): "harm_shows_system_by_people",
    ("s3", "s1"): "harm_shows_people_by_labels",
    ("s3", "s2"): "harm_shows_people_by_labels",
    ("s3", "s4"): "harm_shows_what_people_added",
    ("s1", "s2"): "harm_shows_what_people_added",
    ("s2", "s1"): "harm_shows_detector_by_people",
    ("file", "s1"): "harm_shows_captions_by_labels",
    ("file", "s2"): "harm_shows_captions_by_detector",
    ("file", "s3"): "harm_shows_system_by_people",
}
_EDITED = ({"s1", "s2"}, {"s3", "s4"})


def pairings() -> list[HarmPairing]:
    """Every stage alone and by every other; all files are one."""
    return [
        _pairing(one, other)
        for one in _KEYS
        for other in (None, *_KEYS)
        if other is None or one != other or one == "file"
    ]


def pairing(candidate: str, truth: str | None) -> HarmPairing:
    return _pairing(_sort(candidate), _sort(truth) if truth else None)


def _sort(key: str) -> str:
    return key.partition(":")[0]


def _pairing(candidate: str, truth: str | None) -> HarmPairing:
    return HarmPairing(
        candidate=candidate,
        truth=truth,
        shows=[Notice.of(Message(_shows(candidate, truth)))],
        cannot=[Notice.of(Message(code)) for code in _cannot(candidate, truth)],
    )


def _shows(candidate: str, truth: str | None) -> str:
    if truth is None:
        return "harm_shows_alone"
    return _SHOWS.get((candidate, truth), "harm_shows_difference")


def _cannot(candidate: str, truth: str | None) -> list[str]:
    cannot = []
    if truth is None:
        cannot.append("harm_cannot_alone")
    if truth in ("s3", "s4", "file"):
        cannot.append("harm_cannot_captions_leave_out")
    if truth == "s2":
        cannot.append("harm_cannot_detector_is_short")
    if {candidate, truth} in _EDITED:
        cannot.append("harm_cannot_edited")
    if "file" in (candidate, truth):
        cannot.append("harm_cannot_unknown_origin")
    return cannot
