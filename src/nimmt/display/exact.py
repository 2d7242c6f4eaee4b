"""Answers about known hands, and matrix games, as text."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nimmt.analysis.advice import Objective
from nimmt.analysis.equilibrium import Equilibrium, Start
from nimmt.analysis.guarantee import Guarantee, Line
from nimmt.analysis.security import JointPlay, Security
from nimmt.analysis.solve import ROUNDING, Solution
from nimmt.analysis.wording import counted
from nimmt.display.text import card_text, table_of, to_text
from nimmt.matrix import MatrixSolution

__all__ = [
    "equilibrium_text",
    "equilibrium_view",
    "guarantee_text",
    "guarantee_view",
    "matrix_text",
    "matrix_view",
    "security_text",
    "security_view",
    "solution_text",
    "solution_view",
]

SMALLEST_SHOWN = 0.00005  # probabilities below it read 0.0000
JOINT_PLAYS_SHOWN = 6


def solution_view(solution: Solution) -> RenderableType:
    """Draw an equilibrium: its value, and the table of each seat's cards or of the rows."""
    parts: list[RenderableType] = [Text(_value_line(solution))]
    if solution.serialized is not None:
        parts.append(Text(_serialized_line(*solution.serialized)))
    parts.append(Text())
    if solution.rows:
        parts.append(_choices_table(solution))
    for seat, entries in enumerate(solution.cards):
        if entries:
            parts += [_strategy_table(solution, seat), Text()]
    parts.append(Text(f"{solution.nodes} positions searched.", style="dim"))
    return Group(*parts)


def solution_text(solution: Solution) -> str:
    """Return an equilibrium as plain text."""
    return to_text(solution_view(solution))


def _value_line(solution: Solution) -> str:
    if not solution.exact:
        return (
            f"The value is not known yet: seat 0 gains between {solution.lo:.4f} and "
            f"{solution.hi:.4f} bull heads on seat 1."
        )
    gain = solution.value + 0.0
    if abs(gain) < 5e-5:
        return "With best play neither seat gains on the other, on average."
    winner, loser = (0, 1) if gain > 0 else (1, 0)
    return (
        f"With best play seat {winner} takes {abs(gain):.4f} bull heads fewer than seat {loser}, "
        "on average."
    )


def _serialized_line(first: float, second: float) -> str:
    return (
        f"If it laid its card open first in every turn, seat 0 would gain {first:.0f}; "
        f"if seat 1 did, {second:.0f}."
    )


def _strategy_table(solution: Solution, seat: int) -> Table:
    """Draw a seat's cards, the likeliest first, each with what playing it for certain costs."""
    best = -solution.hi if seat else solution.lo
    table = table_of(f"seat {seat}", "plays it", "gains", "costs")
    entries = sorted(solution.cards[seat], key=lambda entry: (-entry.probability, -entry.value))
    for entry in entries:
        gains = f"{round(entry.value, 4) + 0.0:.4f}"
        costs = ""
        if entry.hi - entry.lo > ROUNDING:
            gains = f"{entry.lo:.2f} to {entry.hi:.2f}"
        elif solution.exact and best - entry.value > ROUNDING:
            costs = f"{best - entry.value:.4f}"
        table.add_row(
            card_text(entry.card),
            f"{entry.probability:.1%}" if entry.probability else "",
            gains,
            costs,
        )
    return table


def _choices_table(solution: Solution) -> Table:
    position = solution.position
    seat, card = position.pending[0]
    table = table_of("", f"row for {card} of seat {seat}", "seat 0 gains")
    for entry in solution.rows:
        best = ">" if entry.row == solution.best_row else ""
        table.add_row(best, str(entry.row), f"{round(entry.value, 4) + 0.0:.4f}")
    return table


def guarantee_view(answer: Guarantee) -> RenderableType:
    """Draw what every action guarantees, and how the others would bring it about."""
    is_row = bool(answer.position.pending)
    table = table_of("", "row" if is_row else "card", "at most", "at least")
    for entry in answer:
        table.add_row(
            ">" if entry is answer.actions[0] else "",
            str(entry.row) if is_row else card_text(entry.card),
            str(entry.most),
            str(entry.least),
        )
    best = answer.actions[0]
    return Group(
        table,
        Text(),
        Text(
            f"Whatever the others do, {'row' if is_row else 'card'} {best.action} costs seat "
            f"{answer.seat} no more than {best.most}{_unit(answer.objective)} from now on."
        ),
        Text(f"The worst: {_line_text(best.most_line)}."),
        Text(f"The best:  {_line_text(best.least_line)}."),
        Text(f"Exact; {counted(answer.nodes, 'joint play')} tried.", style="dim"),
    )


def guarantee_text(answer: Guarantee) -> str:
    """Return what every action guarantees as plain text."""
    return to_text(guarantee_view(answer))


def security_view(answer: Security) -> RenderableType:
    """Draw the mixed strategy of the seat, and that of the others."""
    is_row = bool(answer.position.pending)
    table = table_of("row" if is_row else "card", "probability", "value")
    for entry in answer:
        table.add_row(
            str(entry.row) if is_row else card_text(entry.card),
            f"{entry.probability:.4f}",
            f"{entry.value:.4f}",
        )
    parts: list[RenderableType] = [
        table,
        Text(),
        Text(
            f"Mixed like this, seat {answer.seat} takes {answer.value:.4f}"
            f"{_unit(answer.objective)} on average from now on, or less, even if the others act as "
            "one."
        ),
    ]
    if answer.joint:
        parts.append(Text(f"Against it they would play {_joint_text(answer.joint)}."))
    parts.append(
        Text(
            f"Certified between {answer.lower:.12g} and {answer.upper:.12g}; "
            f"{counted(answer.nodes, 'joint play')} tried.",
            style="dim",
        )
    )
    return Group(*parts)


def security_text(answer: Security) -> str:
    """Return the mixed strategies as plain text."""
    return to_text(security_view(answer))


def equilibrium_view(answer: Equilibrium) -> RenderableType:
    """Draw what every seat does and gets, and how good the profile is."""
    is_relative = answer.objective is Objective.RELATIVE
    table = table_of("seat", "bull heads", *(["relative"] if is_relative else []), "could gain")
    table.add_column("plays", justify="left")
    for entry in answer:
        table.add_row(
            str(entry.seat),
            f"{entry.heads:.3f}",
            *([f"{entry.value:.3f}"] if is_relative else []),
            f"{entry.gain:.4f}",
            _mix_text(entry.strategy.items()),
        )
    start = str(answer.start) if answer.start is Start.UNIFORM else f"random, seed {answer.seed}"
    return Group(
        table,
        Text(),
        Text(
            f"Approximate: together the seats could gain {answer.nash_conv:.4f} by leaving the "
            "profile, each alone. There may be other equilibria."
        ),
        Text(
            f"{answer.algorithm}, {answer.kind} profile after "
            f"{counted(answer.iterations, 'iteration')}, start {start}; "
            f"{counted(answer.nodes, 'node')}.",
            style="dim",
        ),
    )


def equilibrium_text(answer: Equilibrium) -> str:
    """Return a profile as plain text."""
    return to_text(equilibrium_view(answer))


def matrix_view(solution: MatrixSolution) -> RenderableType:
    """Draw the solution of a matrix game."""
    rows, columns = solution.payoffs.shape
    return Group(
        Text(f"{rows} x {columns} game, value {solution.value:.6g}, by {solution.method}"),
        Text(f"row player     {_mix_text(enumerate(solution.row_strategy.tolist()))}"),
        Text(f"column player  {_mix_text(enumerate(solution.column_strategy.tolist()))}"),
        Text(f"certified between {solution.lower:.12g} and {solution.upper:.12g}"),
    )


def matrix_text(solution: MatrixSolution) -> str:
    """Return the solution of a matrix game as plain text."""
    return to_text(matrix_view(solution))


def _unit(objective: Objective) -> str:
    if objective is Objective.RELATIVE:
        return " bull heads more than the others' mean"
    return " bull heads"


def _mix_text(strategy: Iterable[tuple[int, float]]) -> str:
    return ", ".join(
        f"{action}: {chance:.4f}" for action, chance in strategy if chance >= SMALLEST_SHOWN
    )


def _joint_text(joint: tuple[JointPlay, ...]) -> str:
    """The likeliest joint plays, such as ``20 and 41 (0.6000)``."""
    shown = [entry for entry in joint if entry.probability >= SMALLEST_SHOWN][:JOINT_PLAYS_SHOWN]
    plays = ", ".join(
        f"{' and '.join(str(card) for _, card in entry.plays)} ({entry.probability:.4f})"
        for entry in shown
    )
    left = len(joint) - len(shown)
    return f"{plays} and {left} others" if left else plays


def _line_text(line: Line) -> str:
    """Turns and choices, such as ``14 20 15; 30 77 41, 30 to row 2``."""
    turns = []
    for turn in line:
        parts = [" ".join(map(str, turn.plays))] if turn.plays else []
        parts += [f"{choice.card} to row {choice.row}" for choice in turn.choices]
        turns.append(", ".join(parts))
    return "; ".join(turns)
