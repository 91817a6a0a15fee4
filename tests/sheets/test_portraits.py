import stat

import pytest
from django.conf import settings
from PIL import Image

from caerbannog_site.errors import Refused
from sheets import portraits
from tests.sheets.pictures import huge_png, picture, shown, turned_jpeg

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_a_small_webp(kind):
    done = shown(portraits.clean(picture(kind, (1600, 1200))))
    assert (done.format, done.size) == ("WEBP", (512, 384))


def test_a_small_picture_keeps_its_size():
    assert shown(portraits.clean(picture(size=(40, 30)))).size == (40, 30)


def test_the_camera_tells_which_side_is_up_and_nothing_else_survives():
    done = portraits.clean(turned_jpeg())
    assert shown(done).size == (256, 512)
    assert not shown(done).getexif()
    assert b"EXIF" not in done
    assert b"ICCP" not in done


def test_what_was_hidden_behind_the_picture_is_gone():
    done = portraits.clean(picture("JPEG") + HTML)
    assert b"script" not in done


def test_transparency_stays():
    import io

    file = io.BytesIO()
    Image.new("RGBA", (50, 50), (0, 0, 0, 0)).save(file, "PNG")
    assert shown(portraits.clean(file.getvalue())).mode == "RGBA"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        SVG,
        HTML,
        picture("GIF"),
        b"GIF89a" + HTML,
        picture("BMP"),
        picture("TIFF"),
        picture("PNG")[:-200],
        picture("JPEG")[: len(picture("JPEG")) // 2],
        picture("WEBP")[:40],
        b"\x89PNG\r\n\x1a\n" + HTML,
        b"RIFF\x00\x00\x00\x00WEBP" + HTML,
    ],
    ids=range(13),
)
def test_what_is_no_picture_is_refused(data):
    with pytest.raises(Refused, match="not a picture"):
        portraits.clean(data)


@pytest.mark.parametrize("side", [6_000, 20_000, 60_000])
def test_too_many_points_are_refused_before_they_are_decoded(side):
    with pytest.raises(Refused, match="too many points"):
        portraits.clean(huge_png(side))


def test_too_many_bytes_are_refused_unread():
    with pytest.raises(Refused, match="larger than 5 MB"):
        portraits.clean(b"x" * (portraits.MOST_BYTES + 1))


def test_our_own_work_is_known_again():
    done = portraits.clean(picture())
    assert portraits.is_own_work(done)
    assert portraits.taken_in(done) == done


@pytest.mark.parametrize(
    "data",
    [
        picture("JPEG"),
        picture("WEBP", (900, 900)),
        picture("WEBP") + HTML,
        portraits.clean(picture())[:-2],
        b"RIFF\x04\x00\x00\x00WEBP",
        picture("WEBP", exif=turned_jpeg()[:10] and Image.Exif()) + b"\0",
        b"",
    ],
    ids=range(7),
)
def test_other_files_are_not_our_own_work(data):
    assert not portraits.is_own_work(data)


def test_a_webp_with_metadata_is_written_anew():
    exif = Image.Exif()
    exif[0x010F] = "Camera of somebody"
    data = picture("WEBP", (100, 100), exif=exif)
    assert b"Camera" in data
    assert b"Camera" not in portraits.taken_in(data)


def test_files_are_kept_under_random_names_for_the_server_alone():
    first, second = portraits.keep(b"one"), portraits.keep(b"one")
    assert first != second
    assert portraits.read(first) == b"one"
    path = settings.MEDIA_ROOT / portraits.FOLDER / f"{first}.webp"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    portraits.drop(first)
    assert portraits.read(first) is None
    assert portraits.read("") is None
