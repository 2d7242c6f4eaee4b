"""Settings of the property tests: the same examples every time, and no clock."""

from hypothesis import settings

settings.register_profile("nimmt", deadline=None, derandomize=True)
settings.load_profile("nimmt")
