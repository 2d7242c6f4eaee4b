"""Steps along the gradient (Kingma and Ba, Adam, ICLR 2015)."""

from __future__ import annotations

import numpy as np

from nimmt.training.parameters import Parameters

__all__ = ["Adam"]

FIRST_DECAY = 0.9
SECOND_DECAY = 0.999
TINY = 1e-8


class Adam:
    """Keeps the moments of the gradient.

    Parameters
    ----------
    weights : Parameters
        What is to be changed, in place.
    """

    def __init__(self, weights: Parameters) -> None:
        self.weights = weights
        self.first = Parameters.like(weights)
        self.second = Parameters.like(weights)
        self.steps = 0

    def step(self, gradient: Parameters, rate: float) -> None:
        """Go a step down the gradient."""
        self.steps += 1
        rate *= (1 - SECOND_DECAY**self.steps) ** 0.5 / (1 - FIRST_DECAY**self.steps)
        for array, slope, first, second in zip(
            self.weights, gradient, self.first, self.second, strict=True
        ):
            first += (1 - FIRST_DECAY) * (slope - first)
            second += (1 - SECOND_DECAY) * (slope**2 - second)
            array -= (rate * first / (np.sqrt(second) + TINY)).astype(np.float32)
        self.weights.clip()
