"""Portraits: whatever was sent is decoded with care and written anew as a small WebP under a random name.

Only the picture's points survive: no metadata, no second meaning of the file. A name is never used twice, so a
portrait may be cached for ever; an old file stays for the undo that may need it, and is small.
"""

from __future__ import annotations

import io
import warnings

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from caerbannog_site.errors import Refused
from caerbannog_site.tokens import new_token

MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 50_000_000  # a JPEG is decoded at a fraction of its size, see _decoded
MOST_PIXELS_WHOLE = 25_000_000  # PNG and WebP are decoded whole: 100 MB
SIDE = 512
FOLDER = "portraits"
FORMATS = ("JPEG", "PNG", "WEBP")
KEPT_CHUNKS = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH"}
VP8X_ALPHA = 0x10  # of the flags, the only one that our own files have


def clean(data: bytes) -> bytes:
    """The picture as a WebP of at most 512 x 512. Raises Refused with what is wrong with the file."""
    if len(data) > MOST_BYTES:
        raise Refused(_("The picture is larger than 5 MB. Choose a smaller one."), field="portrait")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _written(_decoded(data))
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_points() from error
    except Exception as error:  # decoders of broken files raise whatever they like
        raise Refused(
            _("This is not a picture that can be read. Send a JPEG, PNG or WebP."), field="portrait"
        ) from error


def _too_many_points() -> Refused:
    return Refused(_("The picture has too many points. Make it smaller first."), field="portrait")


def _decoded(data: bytes) -> Image.Image:
    """Size is read from the header; nothing is decoded before it is known to be bearable."""
    image = Image.open(io.BytesIO(data), formats=FORMATS)
    most = MOST_PIXELS if image.format == "JPEG" else MOST_PIXELS_WHOLE
    if image.width * image.height > most:
        raise _too_many_points()
    if image.format == "JPEG":
        image.draft("RGB", (SIDE * 2, SIDE * 2))
    image.load()
    return ImageOps.exif_transpose(image)


def _written(image: Image.Image) -> bytes:
    image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    image.thumbnail((SIDE, SIDE))
    bare = Image.new(image.mode, image.size)  # a picture without the old one's metadata
    bare.paste(image)
    file = io.BytesIO()
    bare.save(file, "WEBP", quality=82, method=4)
    return file.getvalue()


def is_own_work(data: bytes) -> bool:
    """Whether these bytes could be a file that `clean` wrote: a bare, still WebP and nothing after it.

    Such a file is taken as it is, so that a sheet comes back from its export unchanged.
    """
    if len(data) < 20 or data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return False
    if int.from_bytes(data[4:8], "little") != len(data) - 8:
        return False
    place = 12
    while place + 8 <= len(data):
        name, length = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
        if name not in KEPT_CHUNKS or (name == b"VP8X" and data[place + 8] & ~VP8X_ALPHA):
            return False
        place += 8 + length + length % 2
    if place != len(data):
        return False
    try:
        image = Image.open(io.BytesIO(data), formats=("WEBP",))
        if max(image.size) > SIDE:
            return False
        image.load()
    except Exception:  # as above
        return False
    return True


def taken_in(data: bytes) -> bytes:
    """A portrait from an export: our own files as they are, anything else written anew."""
    return data if len(data) <= MOST_BYTES and is_own_work(data) else clean(data)


def keep(data: bytes) -> str:
    """Store cleaned bytes; returns their random name."""
    name = new_token()
    default_storage.save(_path(name), ContentFile(data))
    return name


def copied(name: str) -> str:
    """The same picture under a name of its own; "" when there is none."""
    data = read(name)
    return keep(data) if data else ""


def read(name: str) -> bytes | None:
    """The bytes of this portrait, or None."""
    if not name:
        return None
    try:
        with default_storage.open(_path(name)) as file:
            return file.read()
    except FileNotFoundError:
        return None


def drop(name: str) -> None:
    """Forget a file whose name was never written into a sheet."""
    if name:
        default_storage.delete(_path(name))


def _path(name: str) -> str:
    return f"{FOLDER}/{name}.webp"
