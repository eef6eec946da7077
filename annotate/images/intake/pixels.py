"""From any decoded picture to upright 8-bit sRGB without anything else attached."""

from io import BytesIO

from PIL import Image, ImageCms

from annotate.images.intake import rejections

# EXIF orientation -> how to turn the picture upright (EXIF 2.32, table of tag 0x0112).
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_ORIENTATION = 0x0112
_SIXTEEN_BIT = ("I;16", "I;16L", "I;16B", "I;16N")
# A printing profile has 0.5-3 MB; more is no profile.
_MAX_PROFILE_BYTES = 8_000_000
_SRGB = ImageCms.createProfile("sRGB")

Box = tuple[int, int, int, int]


def orientation_of(picture: Image.Image) -> int:
    """The EXIF orientation, 1-8; 1 where there is none or it makes no sense."""
    if picture.format == "TIFF":
        return 1  # Pillow turns TIFFs itself, and reports the turned size from the start
    try:
        value = picture.getexif().get(_ORIENTATION, 1)
    except Exception:  # broken metadata must not keep a sound picture out
        return 1
    return value if isinstance(value, int) and value in _TURNS else 1


def upright_size(size: tuple[int, int], orientation: int) -> tuple[int, int]:
    """(width, height) after turning; orientations 5-8 swap the two.

    >>> upright_size((640, 480), 6)
    (480, 640)
    """
    return (size[1], size[0]) if orientation >= 5 else size


def clean_copy(picture: Image.Image, *, orientation: int, longest: int) -> Image.Image:
    """The picture upright, in sRGB, at most `longest` pixels on its long side.

    Whatever else the file carried (EXIF with its GPS position, comments, thumbnails, XMP) is gone.
    Transparent places are shown on white, the same for everyone who looks at them.
    Scaling comes before colour conversion, which keeps memory at about one copy of the original.
    """
    profile = picture.info.get("icc_profile")
    picture.load()
    plain = _opaque(_eight_bit(picture))
    if max(plain.size) > longest:
        plain.thumbnail((longest, longest), Image.Resampling.LANCZOS, reducing_gap=3.0)
    plain = _in_srgb(plain, profile)
    turned = plain.transpose(_TURNS[orientation]) if orientation in _TURNS else plain
    turned.info = {}  # Pillow would write a comment found here into the copy
    return turned


class Cleaner:
    """Cleans a large picture piece by piece, exactly as `clean_copy` does the whole of it."""

    def __init__(self, picture: Image.Image, orientation: int) -> None:
        self.picture = picture
        self.orientation = orientation
        self.profile = picture.info.get("icc_profile")

    def piece(self, box: Box, *, shrink: int = 1) -> Image.Image:
        """A box (left, upper, right, lower) of the upright picture, upright and in sRGB.

        Args:
            shrink: how many pixels of the original become one.
        """
        stored = stored_box(box, self.picture.size, self.orientation)
        plain = _opaque(_eight_bit(self.picture.crop(stored)))
        if self.orientation in _TURNS:
            plain = plain.transpose(_TURNS[self.orientation])
        if shrink > 1:
            plain = plain.reduce(shrink)
        piece = _in_srgb(plain, self.profile)
        piece.info = {}
        return piece


def stored_box(box: Box, size: tuple[int, int], orientation: int) -> Box:
    """Where a box of the upright picture lies in the picture as it is stored.

    Args:
        size: of the stored picture.

    >>> stored_box((0, 0, 10, 20), (640, 480), 6)  # its top left corner was stored bottom left
    (0, 470, 20, 480)
    """
    width, height = size
    left, upper, right, lower = box
    if orientation >= 5:
        left, upper, right, lower = upper, left, lower, right
    if orientation in (2, 3, 7, 8):
        left, right = width - right, width - left
    if orientation in (3, 4, 6, 7):
        upper, lower = height - lower, height - upper
    return left, upper, right, lower


def _eight_bit(picture: Image.Image) -> Image.Image:
    if picture.mode in _SIXTEEN_BIT:
        return _scaled_down(picture.convert("I"))
    if picture.mode == "I":
        low, high = picture.getextrema()
        if not (isinstance(low, int | float) and isinstance(high, int | float)):
            raise rejections.unsupported_pixels(picture.mode)
        if low < 0 or high > 65_535:
            raise rejections.unsupported_pixels("32 bits")
        return _scaled_down(picture)
    if picture.mode in ("F", "LAB"):
        raise rejections.unsupported_pixels(picture.mode)
    return picture


def _scaled_down(picture: Image.Image) -> Image.Image:
    # 65535 / 257 = 255: the full range of 16 bits onto the full range of 8.
    return picture.point(lambda value: value * (1 / 257)).convert("L")


def _opaque(picture: Image.Image) -> Image.Image:
    """The picture as L, RGB or CMYK."""
    if picture.has_transparency_data:
        layer = picture.convert("RGBA")
        ground = Image.new("RGB", layer.size, "white")
        ground.paste(layer, mask=layer.getchannel("A"))
        return ground
    if picture.mode in ("L", "RGB", "CMYK"):
        return picture
    return picture.convert("L" if picture.mode in ("1", "LA") else "RGB")


def _in_srgb(picture: Image.Image, profile: object) -> Image.Image:
    """Convert by the embedded profile; without one, or with a broken one, take it as sRGB."""
    if isinstance(profile, bytes) and 0 < len(profile) <= _MAX_PROFILE_BYTES:
        try:
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            converted = ImageCms.profileToProfile(picture, source, _SRGB, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            converted = None
        if converted is not None:
            return converted
    return picture if picture.mode == "RGB" else picture.convert("RGB")
