"""What may be sent as a file at all: nothing larger than any form here takes, and a whole campaign at one address."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler, StopUpload

MOST = 6 * 1024 * 1024
MOST_OF_A_CAMPAIGN = 64 * 1024 * 1024
CAMPAIGN_AT = "/c/import/"  # behind whatever path the site is served under


def most_at(path: str) -> int:
    """The largest file that an address takes."""
    return MOST_OF_A_CAMPAIGN if path.endswith(CAMPAIGN_AT) else MOST


class SizeLimit(FileUploadHandler):
    """Stops reading a body that is too large before it lands on the disk; the form then has no file.

    Django's own limit (DATA_UPLOAD_MAX_MEMORY_SIZE) leaves files out.
    """

    def handle_raw_input(
        self, input_data: Any, META: dict[str, Any], content_length: int, boundary: str, encoding: str | None = None
    ) -> None:
        self.too_large = content_length > most_at(META.get("PATH_INFO", ""))

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        if self.too_large:
            raise StopUpload(connection_reset=False)  # read on without keeping, so that the answer arrives

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
