"""``nimmt rummikub play``: a game in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from nimmt.cli._output import print_view
from nimmt.cli._table import HUMAN, Table, play_at, save_option, seed_option
from nimmt.cli.rummikub._input import lock_option, rounds_option
from nimmt.errors import IllegalActionError, NimmtError, NotationError
from nimmt.rummikub.adviser import recommend
from nimmt.rummikub.agents import POLICIES, Policy, policy_named, take_turn
from nimmt.rummikub.errors import IllegalPlayError
from nimmt.rummikub.game import Game, Phase
from nimmt.rummikub.notation import parse_sets
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.solver import solve
from nimmt.rummikub.tiles import Tile, as_tiles, less, named
from nimmt.seeding import RNG

__all__ = ["play"]

WHOLE_TABLE = "="


@click.command()
@click.option(
    "--opponents",
    default="tiles,holdback,sampling",
    show_default=True,
    help=f"Who sits at seats 1, 2, ...: {', '.join(POLICIES)}, separated by commas.",
)
@lock_option
@rounds_option
@seed_option
@save_option
def play(opponents: str, joker_lock: str, rounds: int, seed: int | None, save: Path | None) -> None:
    """Play a game at seat 0.

    At every prompt: the tiles to lay, such as K4 R9 (a place is found for them); = and all the sets
    of the new table, such as =K1,K2,K3,K4/B9,O9,R9; d to draw or pass; h for a hint; q to leave.
    """

    def begin(players: int, rng: RNG, names: tuple[str, ...]) -> Game:
        rules = Rules(players=players, joker_lock=joker_lock, rounds=rounds)
        return Game(rules, rng=rng, names=names)

    play_at(_Table, begin, opponents, policy_named, seed, save)


class _Table(Table[Game, Policy]):
    def run(self) -> None:
        """Play to the end of the game."""
        from nimmt.display.rummikub import standings_view

        game = self.game
        while game.phase is not Phase.OVER:
            if game.phase is Phase.DEAL:
                game.deal()
                first = game.names[game.position.turn]
                click.echo(f"\nRound {game.round_number}, first turn: {first}")
            before = game.position
            if before.turn == HUMAN:
                self._ask()
            else:
                take_turn(game, self.policies[before.turn - 1], self.rng)
            laid = less(before.rack, game.position.racks[before.turn])
            verb = "lay" if laid else "draw" if before.pool else "pass"
            if before.turn != HUMAN:
                verb += "es" if verb == "pass" else "s"
            click.echo(" ".join((game.names[before.turn], verb, named(laid))).rstrip())
            if game.position.is_over:
                print_view(standings_view(game))

    def _ask(self) -> None:
        """Ask the human until the answer is legal, and move the game on by it."""
        from nimmt.display.rummikub import position_view

        click.echo()
        print_view(position_view(self.game.information_set(HUMAN)))
        while True:
            answer = self.answer("Tiles (d draw, h hint, q quit)")
            try:
                self._act(answer)
            except IllegalPlayError as error:
                for problem in error.problems:
                    click.echo(f"  - {problem}")
            except NimmtError as error:
                click.echo(str(error))
            else:
                return

    def _act(self, answer: str) -> None:
        """Do what the human says."""
        game = self.game
        if answer.lower() in ("d", "draw", "pass"):
            if game.position.pool:
                game.draw()
            else:
                game.pass_turn()
        elif answer.startswith(WHOLE_TABLE):
            game.play(parse_sets(answer.removeprefix(WHOLE_TABLE)))
        else:
            game.play(self._arranged(as_tiles(answer)))

    def _arranged(self, tiles: tuple[Tile, ...]) -> Iterable[Any]:
        """Find a place for exactly these tiles."""
        position = self.game.position
        if not tiles:
            raise NotationError("no tiles were named: d draws")
        if strange := less(tiles, position.rack):
            raise IllegalActionError(f"{named(strange)} is not on your rack")
        found = solve(
            table=position.table,
            rack=tiles,
            melded=position.melded[HUMAN],
            rules=position.rules,
            objective="tiles",
        )
        if not found.goes_out:
            meld = (
                ""
                if position.melded[HUMAN]
                else (f", as an initial meld of {position.rules.initial_meld} points or more")
            )
            raise IllegalActionError(f"{named(tiles)} cannot all be laid now{meld}")
        return found.table

    def hint(self) -> None:
        """Print advice for the human."""
        from nimmt.display.rummikub import recommendation_view

        view = self.game.information_set(HUMAN)
        print_view(recommendation_view(recommend(view, rng=self.rng)))
