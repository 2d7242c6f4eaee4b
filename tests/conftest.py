"""Settings of all tests."""

import signal

import pytest
from hypothesis import settings

# The same examples every time, and no clock.
settings.register_profile("nimmt", deadline=None, derandomize=True)
settings.load_profile("nimmt")


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> None:
    """Make Ctrl-C work, which tests press: a shell's job in the background is born deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
