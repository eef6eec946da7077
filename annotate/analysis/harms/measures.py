"""What is named and is no thing in the picture: "a group of", "a picture of", "in the corner"."""

from annotate.analysis.harms.lexicon import listed
from annotate.analysis.harms.pieces import Mark, Name, Piece, Said

_SIDES = frozenset(["left", "right", "top", "bottom", "upper", "lower", "far"])
_ALONE = frozenset(["corner", "edge", "end", "inside", "outside"])  # things, unless "of" follows
_OF_PICTURE = ("in", "of", "at", "across", "from", "within")


def without_measures(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces without words for amounts, for the picture itself and for places in it.

    "a group of people" leaves the people, "in the middle of the road" a preposition of its own,
    "in the background" nothing.
    """
    kept: list[Piece] = []
    at = 0
    while at < len(pieces):
        piece, of = pieces[at], _is_of(pieces, at + 1)
        before = kept[-1] if kept else None
        prep = before if isinstance(before, Mark) and before.tag == "P" else None
        if isinstance(piece, Said) and of and set(piece.words) <= listed("numbers"):
            at += 2
        elif not isinstance(piece, Name) or not piece.head:
            kept.append(piece)
            at += 1
        elif prep and _is_place(piece, of=of):
            at = _place(pieces, at, kept, prep.text, piece.head)
        elif prep and piece.head in listed("manners") and not (piece.owner or piece.heads[0][1]):
            kept.pop()
            at += 2 if of else 1
        elif _is_picture(piece, prep, first=not kept):
            at = _picture(kept, at, piece, prep, of=of)
        elif of and (piece.head in listed("quantities") or (not kept and _is_place(piece, of=of))):
            at += 2
        else:
            kept.append(piece)
            at += 1
    return kept


def _is_of(pieces: list[Piece], at: int) -> bool:
    if at + 1 >= len(pieces):
        return False
    mark, after = pieces[at], pieces[at + 1]
    return isinstance(mark, Mark) and mark.text == "of" and isinstance(after, Name)


def _is_place(name: Name, *, of: bool) -> bool:
    if name.head not in listed("places") or name.owner:
        return False
    return of or name.head not in _ALONE or bool(_SIDES & set(name.heads[0][1]))


def _place(pieces: list[Piece], at: int, kept: list[Piece], prep: str, place: str) -> int:
    """Take a place; return where to go on. What it is a place of may be the picture again."""
    kept.pop()
    if not _is_of(pieces, at + 1):
        return at + 1
    after = pieces[at + 2]
    if isinstance(after, Name) and after.head in listed("pictures"):
        return at + 3
    kept.append(Mark("P", f"{prep} {place} of"))
    return at + 2


def _is_picture(name: Name, prep: Mark | None, *, first: bool) -> bool:
    if name.head not in listed("pictures"):
        return False
    return first or (prep is not None and prep.text in _OF_PICTURE)


def _picture(kept: list[Piece], at: int, name: Name, prep: Mark | None, *, of: bool) -> int:
    if of:
        if prep:
            kept.pop()
        return at + 2
    if prep:
        kept.pop()
    else:
        kept.append(Name([], name.article, name.asserted, name.owner))
    return at + 1
