"""``nimmt play``: a match in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from nimmt.agents import POLICIES, Policy, choose_action, policy_named
from nimmt.analysis.drafting import analyse_draft
from nimmt.analysis.recommend import recommend
from nimmt.cli._input import cards_option, placement_option
from nimmt.cli._output import print_view
from nimmt.cli._table import HUMAN, Table, play_at, save_option, seed_option
from nimmt.game import Game, Phase
from nimmt.limits import Limit
from nimmt.rules import Rules
from nimmt.seeding import RNG

__all__ = ["match_options", "play", "play_in_terminal"]

HINT_LIMIT = Limit(samples=5000)

F = TypeVar("F", bound=Callable[..., object])


def match_options(command: F) -> F:
    """Add the options of how a match ends and is repeated and kept."""
    for option in (
        save_option,
        seed_option,
        click.option("--rounds", type=int, help="Ends the match after so many rounds in any case."),
        click.option(
            "--threshold", type=int, default=66, show_default=True, help="Ends the match."
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.option(
    "--opponents",
    default="strong,instant,random",
    show_default=True,
    help=f"Who sits at seats 1, 2, ...: {', '.join(POLICIES)}, separated by commas; "
    "with a drafter before it, such as engine+strong, for logical games.",
)
@placement_option
@cards_option
@match_options
def play(
    opponents: str,
    placement: str,
    cards: str,
    threshold: int,
    rounds: int | None,
    seed: int | None,
    save: Path | None,
) -> None:
    """Play a match at seat 0.

    At every prompt: a card or a row, h for a hint, q to leave.
    """
    play_in_terminal(opponents, placement, cards, threshold, rounds, seed, save)


def play_in_terminal(
    opponents: str,
    placement: str,
    cards: str,
    threshold: int,
    rounds: int | None,
    seed: int | None,
    save: Path | None,
) -> None:
    """Let a human play a match against policies, by the options of the command."""

    def begin(players: int, rng: RNG, names: tuple[str, ...]) -> Game:
        rules = Rules(
            players=players,
            placement=placement,
            card_set=cards,
            threshold=threshold,
            rounds=rounds,
        )
        return Game(rules, rng=rng, names=names)

    play_at(_Table, begin, opponents, policy_named, seed, save)


class _Table(Table[Game, Policy]):
    def run(self) -> None:
        """Play to the end of the match."""
        from nimmt.display.text import placed_text, standings_view

        game = self.game
        while game.phase is not Phase.OVER:
            if game.phase is Phase.DEAL:
                game.deal()
                click.echo(f"\nRound {game.round_number}")
                continue
            actions = {seat: self._action(seat) for seat in game.seats_to_act}
            if game.phase is Phase.DRAFT:
                ((seat, card),) = actions.items()
                game.pick(card)
                click.echo(f"{game.names[seat]} picks {card}")
                continue
            placed = (
                game.play(actions) if game.phase is Phase.PLAY else game.choose(*actions.values())
            )
            for event in placed:
                print_view(placed_text(event, game.names))
            if game.position.is_over:
                print_view(standings_view(game))

    def _action(self, seat: int) -> int:
        if seat != HUMAN:
            return choose_action(self.policies[seat - 1], self.game, seat, self.rng)
        return self._ask()

    def _ask(self) -> int:
        """Ask the human until the answer is legal."""
        from nimmt.display.text import draft_view, position_view

        game = self.game
        legal = game.legal_actions(HUMAN)
        if game.phase is Phase.DRAFT:
            click.echo()
            print_view(draft_view(game.draft))
        else:
            click.echo()
            print_view(position_view(game.information_set(HUMAN)))
        kind = "Row" if game.phase is Phase.CHOOSE else "Card"
        while True:
            answer = self.answer(f"{kind} (h hint, q quit)").lower()
            if answer.isdecimal() and int(answer) in legal:
                return int(answer)
            click.echo(f"{answer!r} is not one of {' '.join(map(str, legal))}, h or q.")

    def hint(self) -> None:
        """Print advice for the human."""
        from nimmt.display.advice import recommendation_view
        from nimmt.display.draft import draft_advice_view

        if self.game.phase is Phase.DRAFT:
            print_view(draft_advice_view(analyse_draft(self.game.draft_view(HUMAN), rng=self.rng)))
            return
        view = self.game.information_set(HUMAN)
        print_view(recommendation_view(recommend(view, limit=HINT_LIMIT, rng=self.rng)))
