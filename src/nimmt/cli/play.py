"""``nimmt play``: a match in the terminal."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from nimmt.agents import POLICIES, Policy, choose_action, policy_named
from nimmt.analysis.drafting import analyse_draft
from nimmt.analysis.recommend import recommend
from nimmt.cli._files import write_whole
from nimmt.cli._input import cards_option, placement_option
from nimmt.cli._output import print_view
from nimmt.game import Game, Phase
from nimmt.limits import Limit
from nimmt.rules import Rules
from nimmt.seeding import seed_of

__all__ = ["play", "play_in_terminal"]

HUMAN = 0
HINT_LIMIT = Limit(samples=5000)


class LeftTheTable(Exception):  # noqa: N818 - no error
    """The player left the table."""


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
@click.option("--threshold", type=int, default=66, show_default=True, help="Ends the match.")
@click.option("--rounds", type=int, help="Ends the match after so many rounds in any case.")
@click.option("--seed", type=int, help="Repeats the deals and the opponents' choices.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record of the match here, also when it is left early.",
)
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
    if save is not None and not save.absolute().parent.is_dir():
        raise click.UsageError(f"--save: there is no folder {save.absolute().parent}")
    policies = [policy_named(name.strip()) for name in opponents.split(",")]
    rules = Rules(
        players=len(policies) + 1,
        placement=placement,
        card_set=cards,
        threshold=threshold,
        rounds=rounds,
    )
    deals, choices = np.random.SeedSequence(seed_of(seed)).spawn(2)
    names = ("you", *(f"{policy.name} {seat}" for seat, policy in enumerate(policies, 1)))
    game = Game(rules, rng=deals, names=names)
    table = _Table(game, policies, np.random.default_rng(choices))
    try:
        table.run()
    except (LeftTheTable, click.Abort, KeyboardInterrupt):
        click.echo("You left the table.")
    finally:
        if save is not None:
            write_whole(save, game.record.to_json() + "\n")
            click.echo(f"The record is in {save}.")


class _Table:
    """The human, the opponents, and the game between them."""

    def __init__(self, game: Game, policies: list[Policy], rng: np.random.Generator) -> None:
        self.game = game
        self.policies = policies
        self.rng = rng

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
            answer = click.prompt(f"{kind} (h hint, q quit)", type=str).strip().lower()
            if answer in ("q", "quit"):
                raise LeftTheTable
            if answer in ("h", "hint", "?"):
                self._hint()
            elif answer.isdecimal() and int(answer) in legal:
                return int(answer)
            else:
                click.echo(f"{answer!r} is not one of {' '.join(map(str, legal))}, h or q.")

    def _hint(self) -> None:
        from nimmt.display.advice import recommendation_view
        from nimmt.display.draft import draft_advice_view

        if self.game.phase is Phase.DRAFT:
            print_view(draft_advice_view(analyse_draft(self.game.draft_view(HUMAN), rng=self.rng)))
            return
        view = self.game.information_set(HUMAN)
        print_view(recommendation_view(recommend(view, limit=HINT_LIMIT, rng=self.rng)))
