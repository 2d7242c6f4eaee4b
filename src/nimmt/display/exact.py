"""Exact answers as text."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from nimmt.display.text import to_text
from nimmt.matrix import MatrixSolution

__all__ = ["matrix_text", "matrix_view"]

SMALLEST_SHOWN = 0.00005  # probabilities below it read 0.0000


def matrix_view(solution: MatrixSolution) -> RenderableType:
    """Draw the solution of a matrix game."""
    rows, columns = solution.payoffs.shape
    return Group(
        Text(f"{rows} x {columns} game, value {solution.value:.6g}, by {solution.method}"),
        Text(f"row player     {_support(solution.row_strategy.tolist())}"),
        Text(f"column player  {_support(solution.column_strategy.tolist())}"),
        Text(f"certified between {solution.lower:.15g} and {solution.upper:.15g}"),
    )


def matrix_text(solution: MatrixSolution) -> str:
    """Return the solution of a matrix game as plain text."""
    return to_text(matrix_view(solution))


def _support(strategy: Iterable[float]) -> str:
    return ", ".join(
        f"{index}: {chance:.4f}"
        for index, chance in enumerate(strategy)
        if chance >= SMALLEST_SHOWN
    )
