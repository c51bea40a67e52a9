"""Imports every module of a package in the current folder, and prints what cannot be imported."""

import importlib
import pathlib
import sys

sys.path.insert(0, ".")
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py")):
    if path.name == "__main__.py":
        continue
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    try:
        importlib.import_module(name)
    except BaseException as error:
        print(f"{name}: {type(error).__name__}: {error}")
