"""Small pictures, good and bad, for tests of portraits."""

from __future__ import annotations

import io
import zlib

from PIL import Image


def picture(kind: str = "PNG", size: tuple[int, int] = (640, 480), color: str = "#a03020", **options: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, kind, **options)
    return file.getvalue()


def turned_jpeg() -> bytes:
    """A wide photograph whose camera says that it stands on its side, and where it was taken."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x8825] = {1: "N", 2: (54.0, 21.0, 0.0)}
    return picture("JPEG", (600, 300), exif=exif)


def huge_png(side: int = 20_000) -> bytes:
    """A few bytes that say they are 400 million points."""
    chunk = b"IHDR" + side.to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"
    data = b"IDAT" + zlib.compress(b"\0" * 1000)
    whole = b"\x89PNG\r\n\x1a\n"
    for one in (chunk, data, b"IEND"):
        whole += (len(one) - 4).to_bytes(4, "big") + one + zlib.crc32(one).to_bytes(4, "big")
    return whole


def shown(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))
