"""Whether a server runs on this DATA: restoring asks before it replaces what people play on."""

import errno
import fcntl
import os

from caerbannog_site import running


def test_a_place_is_held_until_its_server_ends(settings, tmp_path):
    settings.DATA = tmp_path
    assert not running.is_held()
    held = [running.hold(), running.hold()]  # several machines may share the folder
    for descriptor in held:
        assert running.is_held()
        os.close(descriptor)
    assert not running.is_held()


def test_a_disk_that_keeps_no_locks_stops_nobody(settings, tmp_path, monkeypatch):
    def refuse(descriptor, wish):
        raise OSError(errno.ENOLCK, "No locks available")

    settings.DATA = tmp_path
    monkeypatch.setattr(fcntl, "flock", refuse)
    os.close(running.hold())
    assert not running.is_held()
