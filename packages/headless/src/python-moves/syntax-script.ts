import { readerScript } from './reader-script.ts';

/**
 * Reads the syntax that matters for moves of Python files. Positions are lines and UTF-16 columns from 0. A file that
 * names none of the moved modules is not parsed.
 */
export const syntaxScript = String.raw`${readerScript}
import hashlib, json, os, sys

try:
    import tomllib
except ImportError:
    tomllib = None

SETTINGS = ("pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "mypy.ini")


def python_files(folder, skipped):
    for path, folders, names in os.walk(folder):
        folders[:] = [
            name for name in folders
            if not name.startswith(".") and name not in skipped
            and not os.path.exists(os.path.join(path, name, "pyvenv.cfg"))
        ]
        for name in names:
            if name.endswith((".py", ".pyi")):
                yield os.path.join(path, name)


def settings_of(folder):
    """Folders that pyright or pytest search for modules."""
    try:
        with open(os.path.join(folder, "pyrightconfig.json"), encoding="utf-8") as file:
            yield from search_paths(folder, json.load(file))
    except (OSError, ValueError, AttributeError, TypeError):
        pass
    try:
        with open(os.path.join(folder, "pyproject.toml"), "rb") as file:
            tool = tomllib.load(file).get("tool", {}) if tomllib else {}
        for name in ("pyright", "basedpyright"):
            yield from search_paths(folder, tool.get(name, {}))
        for path in tool.get("pytest", {}).get("ini_options", {}).get("pythonpath", ()):
            yield os.path.normpath(os.path.join(folder, path))
    except (OSError, ValueError, AttributeError, TypeError):
        pass


def search_paths(folder, settings):
    for one in [settings, *settings.get("executionEnvironments", ())]:
        for path in [*([one["root"]] if "root" in one else ()), *one.get("extraPaths", ())]:
            yield os.path.normpath(os.path.join(folder, path))


def read_file(path, names, is_moved, word):
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        return {"path": path, "problem": str(error)}
    content = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
    try:
        source = content.decode()
    except UnicodeDecodeError:
        if not is_moved and not any(name.encode() in data for name in names):
            return None
        return {"path": path, "problem": "it is not UTF-8"}
    if not is_moved and not word.search(source):
        return None
    try:
        tree = ast.parse(source)
        return {"path": path, "hash": hashlib.sha256(content).hexdigest()[:32], **facts(tree, source, names, is_moved)}
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        return {"path": path, "problem": (f"line {line}: " if line else "") + getattr(error, "msg", str(error))}


def facts(tree, source, names, is_moved):
    reader = Reader(source, names)
    top = reader.scope(None)
    reader.visit(tree, top)
    chains = [reader.chain(scope, root, parts, is_moved) for scope, root, parts in reader.chains]
    others = {name for scope in reader.scopes for name in scope.others}
    return {
        "imports": reader.imports,
        "chains": [chain for chain in chains if chain],
        "strings": reader.strings,
        "topNames": sorted(top.others & names),
        "localNames": sorted(others & names),
        "exported": reader.exported if reader.exported is None else [one for one in reader.exported if one in names],
    }


def main():
    sys.setrecursionlimit(20000)
    request = json.loads(sys.stdin.buffer.read())
    names, moved = set(request["names"]), tuple(request["moved"])
    folders = request["folders"]
    files = list(dict.fromkeys(path for folder in folders for path in python_files(folder, request["skipped"])))
    word = re.compile(r"\b(?:" + "|".join(map(re.escape, request["modules"])) + r")\b")
    inside = tuple(path + os.sep for path in moved)
    syntax = [read_file(path, names, path in moved or path.startswith(inside), word) for path in files]
    settings = []
    for folder in folders:
        for name in SETTINGS:
            try:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    for line, text in enumerate(file, 1):
                        settings.extend([os.path.join(folder, name), *word] for word in dotted_words(text, line, names))
            except (OSError, ValueError):
                pass
    result = {
        "files": files,
        "roots": list(dict.fromkeys(path for folder in folders for path in settings_of(folder))),
        "syntax": [one for one in syntax if one],
        "settings": settings,
    }
    sys.stdout.buffer.write(json.dumps(result).encode())


main()
`;
