"""Hypothesis strategies: rules, positions, views of them, and games at any point."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from nimmt.rummikub import Game, InformationSet, Phase, Position, Rules, Tile, TileSet
from nimmt.rummikub.record import Action
from nimmt.rummikub.rules import Direction, FreedJoker, FreeingTile, GroupJoker, TieBreak
from nimmt.rummikub.tiles import less
from reference.rummikub.sets import ALL_TILES
from rummikub.tables import as_tile_set, draw, faces_of_sets, random_table

randoms = st.integers(0, 2**32 - 1).map(Random)
game_ends = st.sampled_from([(None, None), (None, 1), (50, None), (200, 3)])


@st.composite
def _rules(draw_: st.DrawFn) -> Rules:
    target, rounds = draw_(game_ends)
    players = draw_(st.integers(2, 4))
    jokers = draw_(st.integers(0, 8))
    options = {
        "freeing_tile": draw_(st.sampled_from(FreeingTile)),
        "freed_joker": draw_(st.sampled_from(FreedJoker)),
        "group_joker": draw_(st.sampled_from(GroupJoker)),
    }
    locked = draw_(st.booleans())
    return Rules(
        players=players,
        jokers=jokers,
        rack_size=draw_(st.integers(1, (104 + jokers) // players)),
        initial_meld=draw_(st.sampled_from([0, 6, 15, 30, 50])),
        single_set=draw_(st.booleans()),
        table_in_meld_turn=draw_(st.booleans()),
        joker_lock="locked" if locked else "free",
        freeing_tile=options["freeing_tile"] if locked else "any",
        freed_joker=options["freed_joker"] if locked else "anywhere",
        group_joker=options["group_joker"] if locked else "either",
        joker_penalty=draw_(st.sampled_from([0, 25, 30])),
        tie_break=draw_(st.sampled_from(TieBreak)),
        wrap=draw_(st.booleans()),
        direction=draw_(st.sampled_from(Direction)),
        target=target,
        rounds=rounds,
    )


rules = _rules()


@st.composite
def positions(draw_: st.DrawFn) -> Position:
    """Draw a composed position: a table of up to 20 sets, often with jokers."""
    return composed(draw_(rules), draw_(randoms))


@st.composite
def views(draw_: st.DrawFn) -> InformationSet:
    """Draw what a seat knows of a position."""
    position = draw_(positions())
    return position.information_set(draw_(st.integers(0, position.rules.players - 1)))


@st.composite
def games(draw_: st.DrawFn) -> Game:
    """Draw a game that was stopped anywhere, or played to its end."""
    random = draw_(randoms)
    game = Game(draw_(rules), rng=random.getrandbits(32))
    for _ in range(draw_(st.integers(0, 50))):
        if game.phase is Phase.OVER:
            break
        act(game, random)
    return game


def composed(drawn: Rules, random: Random) -> Position:
    """Make a position of these rules."""
    bag = Counter(ALL_TILES * 2) + Counter(J=drawn.jokers)
    table = [as_tile_set(laid, drawn.wrap) for laid in random_table(random, bag, 20, drawn.wrap)]
    racks = [draw(random, bag, random.randint(1, drawn.rack_size)) for _ in range(drawn.players)]
    while not all(racks):  # the table took all tiles but a few
        table = table[:-1]
        left = less(drawn.tiles, [tile for one in table for tile in one.tiles])
        racks = [[tile.name] for tile in left[: drawn.players]]
        bag = Counter(tile.name for tile in left[drawn.players :])
    melded = [random.random() < 0.5 for _ in range(drawn.players)]
    melded[0] = bool(table)
    pool = draw(random, bag, sum(bag.values()))
    return Position(
        table,
        racks,
        drawn,
        turn=random.randrange(drawn.players),
        melded=melded if table else None,
        pool=pool if random.random() < 0.5 else sorted(map(Tile.__getitem__, pool)),
        passes=0 if pool else random.randrange(drawn.players),
        idle=random.choice([None, *range(drawn.players + 1)]),
        scores=random.choices([0, 1, -44, 999_999_999], k=drawn.players),
    )


def simple_plays(position: Position) -> Iterator[list[TileSet]]:
    """Go through new sets from the rack, and tiles of it at the ends of sets on the table."""
    rack = Counter(tile.name for tile in position.rack)
    table = list(position.table)
    for faces, is_run in faces_of_sets(position.rules.wrap):
        absent = [face for face in faces if not rack[face]]
        if len(absent) <= rack["J"]:
            tiles = ["J" if face in absent else face for face in faces]
            if is_run:
                yield [*table, TileSet.run(faces[0], tiles, wrap=position.rules.wrap)]
            else:
                yield [*table, TileSet.group(int(faces[0][1:]), tiles)]
    for index, one in enumerate(table):
        for tile in dict.fromkeys(position.rack):
            if one.is_run and not tile.is_joker and tile.colour is one.colour and not one.wraps:
                if tile.number == one.number - 1:
                    longer = TileSet.run(tile, [tile, *one.tiles])
                elif tile.number == one.number + len(one):
                    longer = TileSet.run(Tile.of(one.colour, one.number), [*one.tiles, tile])
                else:
                    continue
            elif tile in one.missing and len(one) < 4:
                longer = TileSet.group(one.number, [*one.tiles, tile])
            else:
                continue
            yield [*table[:index], longer, *table[index + 1 :]]


def act(game: Game, random: Random) -> None:
    """Do one thing that the game waits for, at random; lay tiles where that is easy to see."""
    if game.phase is Phase.DEAL:
        game.deal()
        return
    position = game.position
    legal = (play for play in simple_plays(position) if not position.problems_with(play))
    play = next(legal, None)
    chance = random.random()
    if chance < 0.05:
        game.overrun(play if chance < 0.03 else None)
    elif chance < 0.08:
        game.undo()
    elif play is not None:
        game.play(play)
    elif Action.DRAW in game.actions:
        game.draw()
    else:
        game.pass_turn()
