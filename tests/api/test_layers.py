"""Which module may import which: the layers of the library, and no circles."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import nimmt
import nimmt_core

# From the bottom up.  A module imports from its own layer and those below it.
LAYERS = [
    {"version", "errors", "cards", "_lazy", "_json", "_notation", "_numbers", "_options"},
    {"rummikub.errors", "rummikub.tiles"},
    {"rules", "rummikub.sets", "rummikub.rules"},
    {"table", "scoring", "seeding", "limits", "_named", "blocks", "dealing", "matrix"},
    {"_match", "_record"},
    {"rummikub.locks", "rummikub.freed", "rummikub.scoring", "rummikub.setup"},
    {"rummikub.validation"},
    {"_checks", "rummikub._checks"},
    {"history"},
    {"position", "draft", "rummikub.position"},
    {"notation", "rummikub.notation"},
    {"record", "rummikub.record"},
    {"game", "rummikub.game"},
    {"rummikub.arranging", "rummikub.objective", "rummikub.freeing"},
    {"rummikub.moves", "rummikub.melding", "rummikub.rearranging", "rummikub.solution"}
    | {"rummikub.found", "rummikub.dividing"},
    {"rummikub.solver"},
    {"rummikub.greedy", "rummikub.rounds"},
    {"analysis"},
    {"rummikub.advice", "rummikub.belief", "rummikub.adviser", "rummikub"},
    {"rummikub.agents"},
    {"agents"},
    {"training"},
    {"arena"},
    {"rummikub.result", "rummikub.arena"},
    {"display"},
    {"cli", "__main__"},
]

# Upward imports that are made when a function is called, or for type checking only.
ALLOWED = {
    # A position is written by the notation, an answer drawn by the display.
    ("nimmt.position", "nimmt.notation", "call"),
    ("nimmt.analysis.advice", "nimmt.display.advice", "call"),
    ("nimmt.analysis.draft_advice", "nimmt.display.draft", "call"),
    ("nimmt.analysis.draft_review", "nimmt.display.draft", "call"),
    ("nimmt.analysis.risk", "nimmt.display.text", "call"),
    ("nimmt.analysis.solve", "nimmt.display.exact", "call"),
    ("nimmt.analysis.equilibrium", "nimmt.display.exact", "call"),
    ("nimmt.analysis.guarantee", "nimmt.display.exact", "call"),
    ("nimmt.analysis.security", "nimmt.display.exact", "call"),
    ("nimmt.arena.result", "nimmt.display.arena", "call"),
    ("nimmt.matrix", "nimmt.display.exact", "call"),
    # A record is replayed by the game, which writes records.
    ("nimmt.record", "nimmt.game", "call"),
    ("nimmt.record", "nimmt.game", "typing"),
    # Rummikub does both in the same manner.
    ("nimmt.rummikub.position", "nimmt.rummikub.notation", "call"),
    ("nimmt.rummikub.record", "nimmt.rummikub.game", "call"),
    ("nimmt.rummikub.advice", "nimmt.display.rummikub", "call"),
    ("nimmt.rummikub.result", "nimmt.display.rummikub", "call"),
    # Whether a play is forced is asked of the solver.
    ("nimmt.rummikub.position", "nimmt.rummikub.solver", "call"),
    ("nimmt.rummikub.record", "nimmt.rummikub.game", "typing"),
}


class Import(NamedTuple):
    """An import: who imports what, and when: "module", "call" or "typing"."""

    importer: str
    imported: str
    when: str


def sources() -> dict[str, Path]:
    """Return every module of both packages by name."""
    found = {}
    for package in (nimmt, nimmt_core):
        assert package.__file__ is not None
        root = Path(package.__file__).parent
        for path in sorted(root.rglob("*.py")):
            parts = [package.__name__, *path.relative_to(root).with_suffix("").parts]
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports_in(node: ast.AST, when: str, package: str) -> Iterator[tuple[str, str]]:
    """Go through the imports below a node: the names that may be modules, and when."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, when) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            base = child.module or ""
            if child.level:
                parents = package.split(".")[: len(package.split(".")) - child.level + 1]
                base = ".".join([*parents, base]).rstrip(".")
            yield from ((f"{base}.{alias.name}", when) for alias in child.names)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from imports_in(child, "call", package)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            yield from imports_in(child, "typing", package)
        else:
            yield from imports_in(child, when, package)


@cache
def imports() -> list[Import]:
    """Return every import of one of our modules by another."""
    modules = sources()
    found = []
    for importer, path in modules.items():
        package = importer if path.name == "__init__.py" else importer.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, when in imports_in(tree, "module", package):
            # `from a.b import c` names the module a.b.c, or something in a.b.
            imported = name if name in modules else name.rpartition(".")[0]
            if imported.split(".")[0] in ("nimmt", "nimmt_core") and imported != importer:
                found.append(Import(importer, imported, when))
    return found


def layer(module: str) -> int:
    """Return the number of the layer that a module below nimmt belongs to."""
    parts = module.split(".")[1:]
    name = ".".join(parts[:2]) if parts[0] == "rummikub" else parts[0]
    (number,) = (number for number, names in enumerate(LAYERS) if name in names)
    return number


def test_every_module_has_a_layer() -> None:
    below = [name for name in sources() if name.startswith("nimmt.")]
    assert len(below) > 20
    for name in below:
        assert 0 <= layer(name) < len(LAYERS)


def test_the_kernel_knows_nothing_of_the_library() -> None:
    assert not [found for found in imports() if found.importer.startswith("nimmt_core")]
    assert any(found.imported.startswith("nimmt_core") for found in imports())
    root = sources()["nimmt_core"].parent
    kernel = [path for suffix in ("pyx", "pxd", "pyi") for path in root.glob(f"*.{suffix}")]
    for path in kernel:
        words = path.read_text(encoding="utf-8").replace("(", " ").split()
        assert "nimmt" not in words
        assert not [word for word in words if word.startswith("nimmt.")], path


def test_no_import_goes_upward() -> None:
    upward = {
        tuple(found)
        for found in imports()
        if found.importer.startswith("nimmt.")
        and found.imported.startswith("nimmt.")
        and layer(found.imported) > layer(found.importer)
    }
    assert upward == ALLOWED


def test_nothing_below_imports_the_package_itself() -> None:
    # The command line is a user of the package like others.
    for found in imports():
        if found.imported == "nimmt" and found.importer != "nimmt":
            assert found.importer.startswith("nimmt.cli"), found


def test_no_circles() -> None:
    graph: dict[str, set[str]] = {}
    for found in imports():
        if found.when == "module":
            graph.setdefault(found.importer, set()).add(found.imported)
    order = list(TopologicalSorter(graph).static_order())
    assert order.index("nimmt.errors") < order.index("nimmt.game")


def test_drawing_is_imported_only_when_something_is_drawn() -> None:
    early = {
        found.importer.split(".")[1]
        for found in imports()
        if found.when == "module"
        and found.imported.startswith("nimmt.display")
        and found.importer != "nimmt"
    }
    assert early <= {"display", "cli"}
