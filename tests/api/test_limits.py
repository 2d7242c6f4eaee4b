"""When a search stops."""

from typing import Any

import numpy as np
import pytest

from nimmt import Limit
from nimmt.errors import LimitError


@pytest.mark.parametrize("value", [1, 0, -5, 2.0, "20", True, [20]])
def test_samples_that_make_no_sense(value: Any) -> None:
    with pytest.raises(LimitError) as caught:
        Limit(samples=value)
    assert f"samples {value!r}" in str(caught.value)


@pytest.mark.parametrize("name", ["seconds", "std_error"])
@pytest.mark.parametrize(
    "value", [0, -0.5, float("nan"), float("inf"), "1", True, [1.0], 10**400, 1j]
)
def test_amounts_that_make_no_sense(name: str, value: Any) -> None:
    with pytest.raises(LimitError) as caught:
        Limit(**{name: value})
    assert f"{name} {value!r}" in str(caught.value)


def test_a_limit_limits_something() -> None:
    with pytest.raises(LimitError, match="all are None"):
        Limit()


def test_what_is_set_is_written() -> None:
    limit = Limit(samples=2000, std_error=1)
    assert limit.to_dict() == {"samples": 2000, "std_error": 1.0}
    assert limit == Limit(samples=2000, std_error=1.0)
    assert hash(limit) == hash(Limit(2000, None, 1.0))
    # JSON knows no numpy numbers.
    numpy: Any = np.int64(7)
    assert type(Limit(samples=numpy).samples) is int
