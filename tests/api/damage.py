"""JSON-like values, and other values put in their place."""

from random import Random
from typing import Any

from hypothesis import strategies as st

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 130)
    | st.sampled_from([10**12, -(10**12), 2**63, 10**30])
    | st.floats()
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


def damaged(data: Any, random: Random, value: Any) -> Any:
    """Copy the data with one thing in it replaced by the value, left out or doubled."""
    if not isinstance(data, dict | list) or not data or random.random() < 0.1:
        return value
    if isinstance(data, dict):
        name = random.choice(list(data))
        if random.random() < 0.1:
            return {key: inner for key, inner in data.items() if key != name}
        return {**data, name: damaged(data[name], random, value)}
    index = random.randrange(len(data))
    if random.random() < 0.1:
        return data[:index] + data[index : index + 1] * random.choice([0, 2]) + data[index + 1 :]
    return [*data[:index], damaged(data[index], random, value), *data[index + 1 :]]
