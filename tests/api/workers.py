"""The library's own threads."""

import threading


def nimmt_threads() -> list[threading.Thread]:
    """Return the worker threads that are alive."""
    return [thread for thread in threading.enumerate() if thread.name.startswith("nimmt")]
