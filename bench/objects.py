"""A round of random players the way one would write it first: cards, rows and players as objects.

Public engines for learning agents look like this; it is here to be compared with in speed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import total_ordering


@total_ordering
@dataclass(eq=False)
class Card:
    number: int

    @property
    def heads(self) -> int:
        if self.number == 55:
            return 7
        if self.number % 11 == 0:
            return 5
        if self.number % 10 == 0:
            return 3
        return 2 if self.number % 5 == 0 else 1

    def __lt__(self, other: Card) -> bool:
        return self.number < other.number


@dataclass
class Row:
    cards: list[Card]

    @property
    def end(self) -> Card:
        return self.cards[-1]

    @property
    def full(self) -> bool:
        return len(self.cards) == 5

    @property
    def heads(self) -> int:
        return sum(card.heads for card in self.cards)

    def restart(self, card: Card) -> int:
        heads = self.heads
        self.cards = [card]
        return heads


@dataclass
class Player:
    hand: list[Card]
    heads: int = 0

    def choose_card(self, table: Table) -> Card:
        card = random.choice(self.hand)
        self.hand.remove(card)
        return card

    def choose_row(self, table: Table) -> Row:
        return min(table.rows, key=lambda row: row.heads)


@dataclass
class Table:
    rows: list[Row]
    players: list[Player] = field(default_factory=list)

    def place(self, card: Card, player: Player) -> None:
        rows = [row for row in self.rows if row.end < card]
        if not rows:
            player.heads += player.choose_row(self).restart(card)
            return
        row = max(rows, key=lambda row: row.end)
        if row.full:
            player.heads += row.restart(card)
        else:
            row.cards.append(card)

    def turn(self) -> None:
        plays = [(player.choose_card(self), player) for player in self.players]
        for card, player in sorted(plays, key=lambda play: play[0]):
            self.place(card, player)


def play_round(players: int) -> list[int]:
    """Deal and play a round; return the bull heads of each player."""
    deck = [Card(number) for number in range(1, 105)]
    random.shuffle(deck)
    table = Table([Row([deck.pop()]) for _ in range(4)])
    table.players = [Player([deck.pop() for _ in range(10)]) for _ in range(players)]
    for _ in range(10):
        table.turn()
    return [player.heads for player in table.players]
