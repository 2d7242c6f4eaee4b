"""Build of the compiled kernel; everything else is in pyproject.toml.

``NIMMT_DEBUG=1`` builds with bounds checks, in Cython and in the C arrays below it.
``NIMMT_QUICK=1`` builds in half the time what runs slower: to try something out.
"""

import os
import sys
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup


def is_set(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


DEBUG = is_set("NIMMT_DEBUG")
QUICK = is_set("NIMMT_QUICK")
MSVC = sys.platform == "win32"

if MSVC:
    compile_args = ["/Od"] if DEBUG else ["/O2"]
elif DEBUG:
    # Traps instead of a run-time library: a violated bound ends the process where it happens.
    compile_args = [
        "-O1",
        "-g",
        "-fsanitize=bounds,shift,signed-integer-overflow",
        "-fsanitize-undefined-trap-on-error",
    ]
else:
    compile_args = ["-O1" if QUICK else "-O3"]

# Any module may come to use them; there are few.
headers = [header.as_posix() for header in sorted(Path("src/nimmt_core").glob("*.h"))]

extensions = [
    Extension(
        f"nimmt_core.{source.stem}",
        [source.as_posix()],
        include_dirs=[numpy.get_include()],
        extra_compile_args=compile_args,
        depends=headers,
    )
    for source in sorted(Path("src/nimmt_core").glob("*.pyx"))
]

setup(
    options={"build_ext": {"parallel": os.cpu_count()}},
    ext_modules=cythonize(
        extensions,
        force=DEBUG,
        nthreads=os.cpu_count() if sys.platform == "linux" else 0,  # where a process can be forked
        compiler_directives={
            "language_level": 3,
            "boundscheck": DEBUG,
            "initializedcheck": DEBUG,
            "wraparound": False,
            "cdivision": True,
            "freethreading_compatible": True,
        },
    ),
)
