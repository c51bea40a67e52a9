import { posix } from 'node:path';
import * as fc from 'fast-check';

const FOLDERS = ['', 'a', 'a/b', 'a/b/c', 'a/d', 'e', 'e/f'] as const;
const NAMES = ['one', 'two', 'three', 'a1'] as const;
const FORMS = 12;

const moduleArbitrary = fc.record({
  folder: fc.constantFrom(...FOLDERS),
  name: fc.constantFrom(...NAMES),
  /** What it imports: which of the modules before it, and how. */
  imports: fc.array(fc.record({ target: fc.nat(20), form: fc.nat(FORMS - 1) }), { maxLength: 4 }),
});

const moveArbitrary = fc.record({
  source: fc.nat(40),
  target: fc.constantFrom(...FOLDERS, 'a/new', 'e/f/new', 'g'),
  /** Undefined keeps the name. */
  name: fc.option(fc.constantFrom('moved', 'other', 'one'), { nil: undefined }),
});

/** Modules that import some of those before them in all forms, and moves of modules and packages. */
export const packagesArbitrary = fc.record({
  modules: fc.uniqueArray(moduleArbitrary, {
    minLength: 2,
    maxLength: 8,
    selector: ({ folder, name }) => `${folder}/${name}`,
  }),
  /** Folders without `__init__.py`. */
  plain: fc.subarray([...FOLDERS.slice(1)], { maxLength: 2 }),
  moves: fc.array(moveArbitrary, { minLength: 1, maxLength: 3 }),
});

export type Packages = typeof packagesArbitrary extends fc.Arbitrary<infer T> ? T : never;
type Module = Packages['modules'][number];

const pathOf = ({ folder, name }: Module): string => posix.join(folder, `${name}.py`);
const partsOf = ({ folder, name }: Module): readonly string[] => [...folder.split('/').filter(Boolean), name];

export function filesOf({ modules, plain }: Packages): Readonly<Record<string, string>> {
  const inits = FOLDERS.slice(1).filter((folder) => !plain.includes(folder));
  return {
    ...Object.fromEntries(inits.map((folder) => [`${folder}/__init__.py`, ''])),
    ...Object.fromEntries(modules.map((module, index) => [pathOf(module), textOf(module, index, modules)])),
  };
}

/** Each module has a value of its own, and checks those that it imports. */
function textOf(module: Module, index: number, modules: readonly Module[]): string {
  const lines = module.imports.flatMap(({ target, form }, position) => {
    const wanted = modules[target % Math.max(index, 1)];
    if (index === 0 || !wanted) return [];
    return importLines({ module, wanted, value: target % index, form, alias: `x${position}` });
  });
  return [`V${index} = V = ${index}`, ...lines, ''].join('\n');
}

interface Import {
  readonly module: Module;
  readonly wanted: Module;
  readonly value: number;
  readonly form: number;
  readonly alias: string;
}

function importLines({ module, wanted, value, form, alias }: Import): readonly string[] {
  const parts = partsOf(wanted);
  const full = parts.join('.');
  const parent = parts.slice(0, -1).join('.');
  const { name } = wanted;
  const relative = relativeParent(module, wanted);
  const check = (use: string) => `assert ${use}.V == ${value}, ${use}.V`;
  if (form === 0) return [`import ${full}`, check(full)];
  if (form === 1) return [`import ${full} as ${alias}`, check(alias)];
  if (form === 2) return [`from ${full} import V as ${alias}`, `assert ${alias} == ${value}`];
  if (form === 3) return [`from ${full} import *`, `V = ${value}`, `assert V${value} == ${value}`];
  if (form === 4) return ['def check():', `    import ${full}`, `    ${check(full)}`, 'check()'];
  if (form === 5) return [`import os, ${full}; assert f"{${full}.V}" == "${value}"`];
  if (form === 6 && relative)
    return [`from ${relative}${name} import V as ${alias}`, `assert ${alias} == ${value}`];
  if (form === 7 && relative)
    return [`from ${relative} import (`, `    ${name} as ${alias},  # first`, ')', check(alias)];
  if (form === 8 && relative)
    return ['if True:', `    from ${relative} import ${name} as ${alias}`, `    ${check(alias)}`];
  if (parent === '') return [`import ${name} as ${alias}`, check(alias)];
  if (form === 9) return [`from ${parent} import ${name} as ${alias}`, check(alias)];
  if (form === 10)
    return [
      `import ${full}`,
      `import ${parent} as ${alias}`,
      `assert ${alias}.${name}.V == ${value}, "${alias}"`,
    ];
  return ['def check_more():', `    from ${parent} import ${name}`, `    ${check(name)}`, 'check_more()'];
}

/** Undefined where the modules are in different packages. */
function relativeParent(module: Module, wanted: Module): string | undefined {
  const [own, other] = [partsOf(module).slice(0, -1), partsOf(wanted).slice(0, -1)];
  if (own.length === 0 || own[0] !== other[0]) return undefined;
  const common = own.findIndex((part, index) => part !== other[index]);
  const shared = common < 0 ? own.length : common;
  return `${'.'.repeat(own.length - shared + 1)}${other.slice(shared).join('.')}`;
}

/** Those of the moves that can be made together. */
export function movesOf(packages: Packages): Readonly<Record<string, string>> {
  const files = Object.keys(filesOf(packages));
  const sources = [...packages.modules.map(pathOf), ...FOLDERS.slice(1)];
  const moves: Record<string, string> = {};
  for (const { source, target, name } of packages.moves) {
    const from = sources[source % sources.length] ?? '';
    const isFile = from.endsWith('.py');
    const base = name ?? posix.basename(from, '.py');
    const to = posix.join(target, isFile ? `${base}.py` : base);
    if (files.some((file) => file.startsWith(isFile ? from : `${from}/`)) && isApart(moves, files, from, to))
      moves[from] = to;
  }
  return moves;
}

function isApart(
  moves: Readonly<Record<string, string>>,
  files: readonly string[],
  from: string,
  to: string,
): boolean {
  const covers = (one: string, other: string) => one === other || one.startsWith(`${other}/`);
  const module = to.replace(/\.py$/, '');
  const isTaken = files.some((file) => covers(file, to) || covers(file, module) || file === `${module}.py`);
  if (isTaken || covers(to, from)) return false;
  return Object.entries(moves).every(
    ([otherFrom, otherTo]) =>
      !covers(from, otherFrom) &&
      !covers(otherFrom, from) &&
      !covers(to, otherFrom) &&
      !covers(otherTo, from) &&
      !covers(to.replace(/\.py$/, ''), otherTo.replace(/\.py$/, '')) &&
      !covers(otherTo.replace(/\.py$/, ''), to.replace(/\.py$/, '')),
  );
}
