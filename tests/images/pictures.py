"""Pictures for tests, good and bad, made by code."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image, ImageCms, ImageDraw


def gradient(width: int = 96, height: int = 64, mode: str = "RGB", seed: int = 0) -> Image.Image:
    """A picture in which every corner differs; `seed` makes another one."""
    picture = Image.linear_gradient("L").resize((width, height)).convert(mode)
    draw = ImageDraw.Draw(picture)
    if mode == "RGB":
        draw.rectangle((0, 0, width // 3, height // 3), fill=(200, seed % 256, seed // 256 % 256))
    return picture


def encoded(picture: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    """The bytes of a picture in a format of Pillow."""
    out = BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def jpeg(width: int = 96, height: int = 64, seed: int = 0, **options: Any) -> bytes:
    """The bytes of a sound JPEG; another `seed` gives other bytes."""
    options.setdefault("comment", f"picture {seed}".encode())
    return encoded(gradient(width, height, seed=seed), "JPEG", **options)


def png(width: int = 96, height: int = 64, seed: int = 0) -> bytes:
    """The bytes of a sound PNG."""
    return encoded(gradient(width, height, seed=seed))


def arrow() -> Image.Image:
    """60 x 40 with a red top left corner: shows whether a picture is upright."""
    picture = Image.new("RGB", (60, 40), "white")
    ImageDraw.Draw(picture).rectangle((0, 0, 14, 9), fill="red")
    return picture


_UNDO = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def turned(orientation: int, kind: str = "JPEG") -> bytes:
    """`arrow` stored turned, with the EXIF note that says how to see it upright."""
    undo = _UNDO[orientation]
    picture = arrow() if undo is None else arrow().transpose(undo)
    exif = Image.Exif()
    exif[0x0112] = orientation
    return encoded(picture, kind, exif=exif)


def with_private_data() -> bytes:
    """A JPEG with a GPS position, a camera's serial number, a comment and a thumbnail in EXIF."""
    exif = Image.Exif()
    exif[0x010F] = "SECRET-CAMERA"
    exif[0xA431] = "SECRET-SERIAL"
    gps = exif.get_ifd(0x8825)
    gps[1], gps[2], gps[3], gps[4] = "N", (48.0, 51.0, 29.0), "E", (2.0, 17.0, 40.0)
    return encoded(arrow(), "JPEG", exif=exif, comment=b"SECRET-COMMENT", dpi=(72, 72))


def animation(kind: str) -> bytes:
    """Three frames."""
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "green", "blue")]
    return encoded(frames[0], kind, save_all=True, append_images=frames[1:])


def _chunk(name: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check


def png_bomb(width: int = 60_000, height: int = 60_000) -> bytes:
    """A few bytes that claim to be 3,600 million pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + body + _chunk(b"IEND", b"")


def with_swapped_primaries(colour: tuple[int, int, int]) -> bytes:
    """A PNG under a profile whose red is the green of sRGB and the other way round."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    # The table of tags starts at byte 128: a count, then (name, offset, size) for each.
    (count,) = struct.unpack_from(">I", profile, 128)
    for at in range(132, 132 + 12 * count, 12):
        name = bytes(profile[at : at + 4])
        profile[at : at + 4] = {b"rXYZ": b"gXYZ", b"gXYZ": b"rXYZ"}.get(name, name)
    return encoded(Image.new("RGB", (16, 16), colour), "PNG", icc_profile=bytes(profile))


SVG = (
    b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
)
HTML = b"<!DOCTYPE html><html><body><script>alert(1)</script></body></html>"
