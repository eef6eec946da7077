"""Why a file is turned away: a stable code, what it is, and what to do about it."""

import re

from annotate.core import errors


class ImageRejected(errors.Invalid):
    """This file cannot be taken as a picture; `error_code` says why, `remedy` what to do."""

    code = "broken_image"
    default_remedy = "Open it in an image program and save it again as JPEG or PNG."


_SAVE_AS = "Save it as JPEG, PNG or WebP and add that instead."
# What the first bytes say a file is when it is no picture we take. Only for the wording: the
# refusal itself comes from the allow-list of decoders.
_KNOWN: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (
        re.compile(rb"(?is)\s*(<\?xml.{0,500})?(<!--.{0,500}-->)?\s*(<!doctype svg|<svg)"),
        "an SVG drawing",
    ),
    (
        re.compile(rb"(?is)\s*(<!--.{0,500}-->)?\s*<(!doctype html|html|head|body|script)"),
        "a web page",
    ),
    (re.compile(rb"(?is)\s*<\?xml"), "an XML document"),
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"PK\x03\x04"), "a zip archive"),
    (re.compile(rb"(?s).{4}ftyp(heic|heix|hevc|heim|heis|mif1|msf1)"), "a HEIC picture"),
    (re.compile(rb"(?s).{4}ftyp(avif|avis)"), "an AVIF picture"),
    (re.compile(rb"(?s).{4}ftyp"), "a video"),
    (re.compile(rb"\x1aE\xdf\xa3"), "a video"),
    (re.compile(rb"8BPS"), "a Photoshop document"),
    (re.compile(rb"(?s)\xff\x0a|.{4}JXL "), "a JPEG XL picture"),
    (re.compile(rb"(?s)\x00\x00\x00\x0cjP  "), "a JPEG 2000 picture"),
)


def empty() -> ImageRejected:
    """Return the refusal of a file with nothing in it."""
    return ImageRejected(
        "The file is empty.", code="empty_file", remedy="Copy the original file again."
    )


def too_large(size: int, limit: int) -> ImageRejected:
    """Return the refusal of a file of `size` bytes where `limit` are allowed."""
    return ImageRejected(
        f"The file has {size / 1e6:,.1f} MB; at most {limit / 1e6:,.1f} MB are allowed.",
        code="file_too_large",
        remedy="Save it with fewer pixels or stronger compression.",
    )


def no_picture(data: bytes) -> ImageRejected:
    """Return the refusal of something that is no picture, saying what it seems to be."""
    for pattern, what in _KNOWN:
        if pattern.match(data[:2048]):
            return ImageRejected(
                f"This is {what}, which is not accepted as an image.",
                code="not_an_image",
                remedy=_SAVE_AS,
            )
    return ImageRejected(
        "This is not a picture in a format that is accepted (JPEG, PNG, WebP, GIF, BMP, TIFF).",
        code="not_an_image",
        remedy=_SAVE_AS,
    )


def too_many_pixels(width: int, height: int, limit: int) -> ImageRejected:
    """Return the refusal of a picture whose header announces more pixels than are decoded."""
    return ImageRejected(
        f"The picture claims {width:,} x {height:,} pixels; at most"
        f" {limit / 1e6:,.0f} million pixels are allowed.",
        code="too_many_pixels",
        remedy="Scale it down before adding it.",
    )


def bomb() -> ImageRejected:
    """Return the refusal of a picture that the decoder itself found dangerously large."""
    return ImageRejected(
        "The picture unpacks to far more data than is allowed.",
        code="too_many_pixels",
        remedy="Scale it down before adding it.",
    )


def several_frames(kind: str) -> ImageRejected:
    """Return the refusal of an animation or of a TIFF with pages."""
    if kind == "tiff":
        message, remedy = "This TIFF has several pages.", "Save the page you mean on its own."
    else:
        message, remedy = "This is an animation.", "Save the one frame you mean as JPEG or PNG."
    return ImageRejected(message, code="animated_image", remedy=remedy)


def broken(reason: str = "") -> ImageRejected:
    """Return the refusal of a picture that cannot be decoded to its end."""
    detail = f" ({reason})" if reason else ""
    return ImageRejected(
        f"The picture is damaged or incomplete{detail}.",
        code="broken_image",
        remedy="Copy the original file again, or open it in an image program and save it anew.",
    )


def unsupported_pixels(mode: str) -> ImageRejected:
    """Return the refusal of measurement data that has no agreed way to be shown."""
    return ImageRejected(
        f"Its pixels are of a kind that cannot be shown as a picture ({mode}).",
        code="unsupported_pixels",
        remedy="Save it with 8 or 16 bits per channel in RGB or grey.",
    )
