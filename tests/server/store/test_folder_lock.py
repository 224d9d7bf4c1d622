"""Locks that are never stale, and a Valkey left behind that is stopped."""

import signal
import subprocess
from pathlib import Path

import pytest

from server.store.folder_lock import FolderInUse, FolderLock


def _left_behind(folder: Path) -> "subprocess.Popen[bytes]":
    """Leave a process that holds the folder as the Valkey of a killed server does."""
    lock = FolderLock(folder)
    lock.take()
    process = subprocess.Popen(["sleep", "60"], pass_fds=(lock.valkey_fd,), start_new_session=True)
    lock.record(process.pid)
    lock.release()
    return process


def test_a_folder_is_taken_once(tmp_path: Path) -> None:
    first, second = FolderLock(tmp_path), FolderLock(tmp_path)
    first.take()
    with pytest.raises(FolderInUse, match=str(tmp_path)):
        second.take()
    first.release()
    second.take()
    second.release()
    second.release()


def test_old_lock_files_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "server.lock").write_text("12345")
    (tmp_path / "valkey.lock").write_text("1")
    lock = FolderLock(tmp_path)
    lock.take()
    lock.release()


def test_what_a_killed_server_left_behind_is_stopped(tmp_path: Path) -> None:
    orphan = _left_behind(tmp_path)
    lock = FolderLock(tmp_path)
    lock.take()
    assert orphan.wait(timeout=5) == -signal.SIGTERM
    lock.release()


def test_a_holder_nobody_knows_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.folder_lock._STOP_S", 0.02)
    orphan = _left_behind(tmp_path)
    (tmp_path / "valkey.lock").write_text("who knows")
    with pytest.raises(FolderInUse, match="does not stop"):
        FolderLock(tmp_path).take()
    assert orphan.poll() is None
    orphan.kill()
    orphan.wait(timeout=5)
