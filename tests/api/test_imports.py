"""The package's own names: all there, found where they are defined, imported only when used."""

import subprocess
import sys
from pkgutil import iter_modules

import pytest

import nimmt
from nimmt import cli


def loaded_by(code: str) -> set[str]:
    """Run code in a fresh interpreter; return the modules that are loaded after it."""
    code += "\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_the_names_are_those_announced() -> None:
    assert sorted(nimmt.__all__) == nimmt.__all__ == sorted(nimmt._MODULE_OF)
    assert dir(nimmt) == sorted(nimmt.__all__)
    starred: dict[str, object] = {}
    exec("from nimmt import *", starred)
    assert set(nimmt.__all__) <= set(starred)


def test_a_name_is_what_its_module_defines() -> None:
    for name, module in nimmt._MODULE_OF.items():
        value = getattr(nimmt, name)
        assert value is getattr(sys.modules[module], name)
        assert getattr(value, "__module__", module) == module


def test_no_module_has_the_name_of_something_else() -> None:
    # Importing such a module would put it in the place of what the name stood for.
    assert not {module.name for module in iter_modules(nimmt.__path__)} & set(nimmt.__all__)


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="module 'nimmt' has no attribute 'recomend'"):
        getattr(nimmt, "recomend")  # noqa: B009
    with pytest.raises(ImportError, match="cannot import name 'recomend'"):
        exec("from nimmt import recomend")


def test_nothing_is_imported_before_it_is_used() -> None:
    assert not {"numpy", "nimmt_core", "nimmt.errors"} & loaded_by("import nimmt")
    rules = loaded_by("import nimmt; nimmt.Rules()")
    assert "nimmt.rules" in rules
    assert not {name for name in rules if name.startswith("nimmt.analysis")}
    risk = loaded_by("from nimmt import risk")
    assert {"nimmt.analysis.risk", "nimmt_core._sweep"} <= risk
    assert not {"nimmt.analysis.solve", "nimmt.analysis.equilibrium", "rich", "click"} & risk


def test_every_command_has_a_module() -> None:
    modules = {module.name for module in iter_modules(cli.__path__)}
    assert set(cli.COMMANDS) == {name for name in modules if not name.startswith("_")}


def test_a_command_imports_what_it_needs() -> None:
    group = loaded_by("from nimmt.cli import main")
    assert not {"numpy", "rich", "nimmt.cli.risk", "nimmt.analysis.recommend"} & group
    one = loaded_by("from nimmt.cli import main; main(['risk', '--help'], standalone_mode=False)")
    assert "nimmt.analysis.risk" in one
    assert not {"nimmt.analysis.solve", "nimmt.cli.solve", "nimmt.cli.play"} & one
