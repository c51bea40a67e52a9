import { type DocumentSymbol, type Range, SymbolKind } from 'vscode-languageserver-types';

/** A declaration of a file, as its language server lists them. */
export interface Declaration {
  readonly name: string;
  /** Names from the outermost to its own: `['Cart', 'add']`. */
  readonly names: readonly string[];
  readonly kind: SymbolKind;
  /** The whole declaration. */
  readonly range: Range;
  /** Its name; empty where it has none. */
  readonly selectionRange: Range;
  /** From 1 for those of the file. */
  readonly depth: number;
  /** Whether it is inside a function. */
  readonly isLocal: boolean;
}

interface Outer {
  readonly names: readonly string[];
  readonly depth: number;
  readonly isLocal: boolean;
}

const FILE: Outer = { names: [], depth: 0, isLocal: false };
const functions: ReadonlySet<SymbolKind> = new Set([
  SymbolKind.Function,
  SymbolKind.Method,
  SymbolKind.Constructor,
]);

/** All declarations of a file, each before those inside it. */
export function declarationsOf(symbols: readonly DocumentSymbol[], outer: Outer = FILE): Declaration[] {
  return symbols.flatMap((symbol) => {
    const { kind, range, selectionRange, children = [] } = symbol;
    const names = [...outer.names, ...namesIn(symbol.name)];
    const [depth, isLocal] = [outer.depth + 1, outer.isLocal];
    const own = { name: names.at(-1) ?? symbol.name, names, kind, range, selectionRange, depth, isLocal };
    const inner = {
      names: isNamed(symbol.name) ? names : outer.names,
      depth,
      isLocal: isLocal || functions.has(kind),
    };
    return [own, ...declarationsOf(children, inner)];
  });
}

/** `map() callback` of TypeScript and `<unknown>` name nothing. */
export function isNamed(name: string): boolean {
  return !/^<|\) callback$/.test(name);
}

/** What servers put into one name: `(*Server).Start` (Go), `impl Show for Cart` (Rust), `Cart::add` (C++), `Add(int)` (C#). */
function namesIn(name: string): string[] {
  const receiver = /^\(?\*?([\w$]+)(?:\[.*\])?\)\.([\w$]+)$/u.exec(name);
  if (receiver?.[1] && receiver[2]) return [receiver[1], receiver[2]];
  const implemented = /^impl(?:<.*?>)?\s+(?:.*\sfor\s+)?(?:[\w$]+::)*([\w$]+)/u.exec(name);
  if (implemented?.[1]) return [implemented[1]];
  if (!isNamed(name)) return [name];
  const plain = name.replace(/^(["'`])(.*)\1$/su, '$2').replace(/(?<=[\w$])\(.*\)$/su, '');
  return /^[\w$~]+(?:::[\w$~]+)+$/.test(plain) ? plain.split('::') : [plain];
}

/** The parts of an asked name: `Cart.add`, `Cart::add`, `Cart#add`, `Cart/add`. */
export function partsOf(symbol: string): string[] {
  const plain = symbol.trim().replace(/\(\)$/, '');
  return plain.split(/::|[./]|(?<=[\w$])#(?=[\w$])/u).filter((part) => part !== '');
}

/** Those whose last names are the asked ones. */
export function matching(declarations: readonly Declaration[], symbol: string): Declaration[] {
  const exact = declarations.filter(({ name }) => name === symbol);
  const parts = partsOf(symbol);
  return exact.length > 0 || parts.length === 0
    ? exact
    : declarations.filter(({ names }) => endsWith(names, parts));
}

function endsWith(names: readonly string[], parts: readonly string[]): boolean {
  const skipped = names.length - parts.length;
  return skipped >= 0 && parts.every((part, index) => names[skipped + index] === part);
}
