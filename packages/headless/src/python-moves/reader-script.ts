/** Python: the imports of a module, and the names that are bound by them and used, by Python's own parser. */
export const readerScript = String.raw`
import ast, io, re, tokenize

DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")


def utf16(text):
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


class Scope:
    def __init__(self, parent=None, kind="function"):
        self.parent, self.kind = parent, kind
        self.imported, self.others, self.elsewhere = {}, set(), {}

    def bind(self, name, alias=None):
        target = self.elsewhere.get(name, self)
        if alias is None:
            target.others.add(name)
        else:
            target.imported.setdefault(name, []).append(alias)

    def top(self):
        return self.parent.top() if self.parent else self

    def imports_of(self, name):
        scope = self.elsewhere.get(name, self)
        while scope:
            if name in scope.imported:
                return scope.imported[name]
            if name in scope.others:
                return None
            scope = scope.parent
            while scope and scope.kind == "class":
                scope = scope.parent
        return None


class Reader:
    def __init__(self, source, names):
        self.lines = re.split(r"\r\n|\n|\r", source)
        self.names = names
        self.imports, self.chains, self.strings, self.scopes, self.exported = [], [], [], [], None
        self.on = {kind: getattr(self, "on_" + kind.__name__) for kind in KINDS}

    def at(self, line, byte):
        text = self.lines[line - 1]
        return [line - 1, byte if text.isascii() else utf16(text.encode()[:byte].decode())]

    def scope(self, parent, kind="function"):
        self.scopes.append(Scope(parent, kind))
        return self.scopes[-1]

    def visit(self, node, scope):
        handle = self.on.get(type(node))
        if handle:
            handle(node, scope)
        else:
            self.children(node, scope)

    def children(self, node, scope):
        for child in ast.iter_child_nodes(node):
            self.visit(child, scope)

    def each(self, nodes, scope):
        for node in nodes:
            if node is not None:
                self.visit(node, scope)

    def on_Import(self, node, scope):
        statement = self.statement(node, scope)
        for index, alias in enumerate(node.names):
            scope.bind(alias.asname or alias.name.split(".")[0], [len(self.imports), index])
        self.imports.append(statement)

    def on_ImportFrom(self, node, scope):
        statement = self.statement(node, scope)
        for index, alias in enumerate(node.names):
            if alias.name != "*":
                scope.bind(alias.asname or alias.name, [len(self.imports), index])
        self.imports.append(statement)

    def statement(self, node, scope):
        """The positions of the parts, which the tree does not have."""
        start, end = self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)
        first = self.lines[node.lineno - 1].encode()[:node.col_offset].decode()
        lines = self.lines[node.lineno - 1:node.end_lineno]
        lines[-1] = lines[-1].encode()[:node.end_col_offset].decode()
        lines[0] = lines[0][len(first):]

        def place(position):
            row, column = position
            column = utf16(lines[row - 1][:column])
            return [start[0] + row - 1, column + (start[1] if row == 1 else 0)]

        source = io.StringIO("\n".join(lines))
        tokens = [
            token for token in tokenize.generate_tokens(source.readline)
            if token.type in (tokenize.NAME, tokenize.OP) and token.string not in "();"
        ]
        is_from = isinstance(node, ast.ImportFrom)
        result = {
            "start": start, "end": end, "isFrom": is_from, "isTop": scope.parent is None,
            "level": node.level if is_from else 0, "module": (node.module or "") if is_from else "",
            "indent": first if first.strip() == "" else None,
        }
        tokens.pop(0)
        if is_from:
            index = next(index for index, token in enumerate(tokens) if token.string == "import")
            result["moduleStart"], result["moduleEnd"] = place(tokens[0].start), place(tokens[index - 1].end)
            tokens = tokens[index + 1:]
        result["names"] = [self.name(alias, part, place) for alias, part in zip(node.names, split(tokens))]
        return result

    def name(self, alias, tokens, place):
        end = next((index for index, token in enumerate(tokens) if token.string == "as"), len(tokens))
        return {
            "name": alias.name, "alias": alias.asname,
            "start": place(tokens[0].start), "nameEnd": place(tokens[end - 1].end), "end": place(tokens[-1].end),
        }

    def on_Attribute(self, node, scope):
        parts, inner = [], node
        while isinstance(inner, ast.Attribute):
            parts.append((inner.attr, inner.end_lineno, inner.end_col_offset))
            inner = inner.value
        if isinstance(inner, ast.Name):
            parts.append((inner.id, inner.end_lineno, inner.end_col_offset))
            self.chains.append((scope, inner, parts[::-1]))
        else:
            self.visit(inner, scope)

    def on_Name(self, node, scope):
        if isinstance(node.ctx, ast.Load):
            self.chains.append((scope, node, [(node.id, node.end_lineno, node.end_col_offset)]))
        else:
            scope.bind(node.id)

    def on_Constant(self, node, scope):
        if isinstance(node.value, str) and "." in node.value:
            self.strings.extend(dotted_words(node.value, node.lineno, self.names))

    def on_FunctionDef(self, node, scope):
        scope.bind(node.name)
        self.each(node.decorator_list, scope)
        self.function(node, scope, node.body)
        self.each([node.returns], scope)

    def on_Lambda(self, node, scope):
        self.function(node, scope, [node.body])

    def function(self, node, scope, body):
        inner, args = self.scope(scope), node.args
        every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        for arg in every:
            if arg:
                inner.bind(arg.arg)
                self.each([arg.annotation], scope)
        self.each([*args.defaults, *args.kw_defaults], scope)
        self.each(getattr(node, "type_params", ()), inner)
        self.each(body, inner)

    def on_ClassDef(self, node, scope):
        scope.bind(node.name)
        self.each([*node.decorator_list, *node.bases, *node.keywords], scope)
        inner = self.scope(scope, "class")
        self.each(getattr(node, "type_params", ()), inner)
        self.each(node.body, inner)

    def on_ListComp(self, node, scope):
        inner = self.scope(scope, "comprehension")
        for index, part in enumerate(node.generators):
            self.visit(part.target, inner)
            self.visit(part.iter, inner if index else scope)
            self.each(part.ifs, inner)
        self.each([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], inner)

    def on_NamedExpr(self, node, scope):
        self.visit(node.value, scope)
        while scope.kind == "comprehension":
            scope = scope.parent
        scope.bind(node.target.id)

    def on_Global(self, node, scope):
        scope.elsewhere.update((name, scope.top()) for name in node.names)

    def on_Nonlocal(self, node, scope):
        scope.elsewhere.update((name, scope.parent) for name in node.names)

    def on_ExceptHandler(self, node, scope):
        if node.name:
            scope.bind(node.name)
        self.children(node, scope)

    def on_MatchAs(self, node, scope):
        for name in (getattr(node, "name", None), getattr(node, "rest", None)):
            if name:
                scope.bind(name)
        self.children(node, scope)

    def on_Assign(self, node, scope):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if scope.parent is None and node.value and any(getattr(one, "id", "") == "__all__" for one in targets):
            self.exported = (self.exported or []) + [
                one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
        self.children(node, scope)

    def chain(self, scope, root, parts, is_moved):
        bindings = scope.imports_of(root.id)
        if not bindings:
            return None
        if not is_moved and not any(name in self.names for name, _, _ in parts):
            plain = (self.imports[one]["names"][index]["name"] for one, index in bindings)
            if not any(part in self.names for name in plain for part in name.split(".")):
                return None
        ends = [self.at(line, byte) for _, line, byte in parts]
        start = self.at(root.lineno, root.col_offset)
        # Older versions of Python misplace what is inside of some f-strings.
        exact = all(
            self.lines[line - 1].encode()[:byte].endswith(name.encode()) for name, line, byte in parts
        ) and self.lines[root.lineno - 1].encode()[root.col_offset:].startswith(root.id.encode())
        return {
            "start": start, "parts": [name for name, _, _ in parts], "ends": ends,
            "bindings": bindings, "isExact": exact,
        }


KINDS = [
    ast.Import, ast.ImportFrom, ast.Attribute, ast.Name, ast.Constant, ast.FunctionDef, ast.Lambda, ast.ClassDef,
    ast.ListComp, ast.NamedExpr, ast.Global, ast.Nonlocal, ast.ExceptHandler, ast.Assign,
]
SAME = {
    "AsyncFunctionDef": "FunctionDef", "SetComp": "ListComp", "DictComp": "ListComp", "GeneratorExp": "ListComp",
    "AugAssign": "Assign", "AnnAssign": "Assign", "MatchStar": "MatchAs", "MatchMapping": "MatchAs", "MatchAs": "MatchAs",
}
for kind, like in SAME.items():
    if hasattr(ast, kind):
        setattr(Reader, "on_" + kind, getattr(Reader, "on_" + like))
        KINDS.append(getattr(ast, kind))


def split(tokens):
    parts = [[]]
    for token in tokens:
        if token.string == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def dotted_words(text, line, names):
    for word in DOTTED.findall(text):
        if any(part in names for part in word.split(".")):
            yield [line, word]
`;
