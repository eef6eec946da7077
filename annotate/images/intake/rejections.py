"""Why a file is turned away: a stable code, what it is, and what to do about it."""

import re

from annotate.core import errors
from annotate.messages import Message


class ImageRejected(errors.Invalid):
    """This file cannot be taken as a picture; `error_code` says why, `remedy` what to do."""

    code = "broken_image"


# What the first bytes say a file is when it is no picture we take. Only for the wording: the
# refusal itself comes from the allow-list of decoders.
_KNOWN: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (
        re.compile(rb"(?is)\s*(<\?xml.{0,500})?(<!--.{0,500}-->)?\s*(<!doctype svg|<svg)"),
        "svg_drawing",
    ),
    (
        re.compile(rb"(?is)\s*(<!--.{0,500}-->)?\s*<(!doctype html|html|head|body|script)"),
        "web_page",
    ),
    (re.compile(rb"(?is)\s*<\?xml"), "xml_document"),
    (re.compile(rb"%PDF-"), "pdf_document"),
    (re.compile(rb"PK\x03\x04"), "zip_archive"),
    (re.compile(rb"(?s).{4}ftyp(heic|heix|hevc|heim|heis|mif1|msf1)"), "heic_picture"),
    (re.compile(rb"(?s).{4}ftyp(avif|avis)"), "avif_picture"),
    (re.compile(rb"(?s).{4}ftyp"), "video"),
    (re.compile(rb"\x1aE\xdf\xa3"), "video"),
    (re.compile(rb"8BPS"), "photoshop_document"),
    (re.compile(rb"(?s)\xff\x0a|.{4}JXL "), "jpeg_xl_picture"),
    (re.compile(rb"(?s)\x00\x00\x00\x0cjP  "), "jpeg_2000_picture"),
)


def empty() -> ImageRejected:
    return ImageRejected(Message("empty_file"), code="empty_file")


def too_large(size: int, limit: int) -> ImageRejected:
    message = Message("file_too_large", size=megabytes(size), limit=megabytes(limit))
    return ImageRejected(message, code="file_too_large")


def megabytes(size: int) -> float:
    return round(size / 1e6, 1)


def no_picture(data: bytes) -> ImageRejected:
    """The refusal of something that is no picture, saying what it seems to be."""
    for pattern, code in _KNOWN:
        if pattern.match(data[:2048]):
            return ImageRejected(Message("other_file", what=Message(code)), code="not_an_image")
    return ImageRejected(Message("not_an_image"), code="not_an_image")


def too_many_pixels(width: int, height: int, limit: int) -> ImageRejected:
    message = Message("too_many_pixels", width=width, height=height, limit=round(limit / 1e6))
    return ImageRejected(message, code="too_many_pixels")


def bomb() -> ImageRejected:
    """The refusal of a picture that the decoder itself found dangerously large."""
    return ImageRejected(Message("picture_unpacks_too_far"), code="too_many_pixels")


def several_frames(kind: str) -> ImageRejected:
    message = Message("tiff_with_pages" if kind == "tiff" else "animation")
    return ImageRejected(message, code="animated_image")


def undecodable(reason: str) -> ImageRejected:
    return ImageRejected(Message("image_undecodable", reason=reason))


def unsupported_pixels(mode: str) -> ImageRejected:
    """The refusal of measurement data that has no agreed way to be shown."""
    return ImageRejected(Message("unsupported_pixels", mode=mode), code="unsupported_pixels")
