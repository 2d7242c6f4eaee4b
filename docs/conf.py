"""How Sphinx builds the documentation; nothing here needs the network."""

from importlib.metadata import version as installed_version

project = "nimmt"
author = "The nimmt developers"
project_copyright = "2026, The nimmt developers"
version = release = installed_version("nimmt")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "examples"]
html_theme = "furo"
html_static_path = ["_static"]
html_title = f"nimmt {release}"

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_class_signature = "mixed"
napoleon_google_docstring = False
napoleon_numpy_docstring = True
napoleon_use_param = False
napoleon_use_rtype = False
napoleon_custom_sections = [("Attributes", "params_style")]

highlight_language = "none"
nitpicky = True
nitpick_ignore = [("py:class", "enum.StrEnum")]  # a base class, documented elsewhere
