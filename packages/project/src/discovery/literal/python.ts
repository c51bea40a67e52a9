import { join, posix } from 'node:path';
import type { SyntaxNode } from '@lezer/common';
import { lineAt, type ProjectFiles } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import { Evaluator, type Language, MAX_STEPS } from './evaluator.ts';
import { Frame } from './frame.ts';
import { withMember } from './javascript-statements.ts';
import { entriesOf, isLiteralRecord, type Literal, Unknown } from './literal.ts';
import { truthOf } from './operators.ts';
import { callPython, pythonMember } from './python-calls.ts';
import { childrenOf, descendantsOf } from './syntax.ts';

const python: Language = {
  requiresVariables: true,
  environment: /(^|\.)environ$/,
  constants: new Map<string, (path: string) => Literal>([
    ['__file__', (path) => path],
    ['os.pardir', () => '..'],
    ['sys.argv', () => []],
    ['sys.modules', () => []],
    ['dj_database_url.DEFAULT_ENV', () => 'DATABASE_URL'],
  ]),
  call: callPython,
  member: pythonMember,
  functionOf: () => undefined,
};

const MAX_MODULES = 20;

/** Objects that read the environment may have any name: `e = environ.Env()`. */
const READERS: readonly (readonly [RegExp, string])[] = [
  [/^([\w.]+\.)?(FileAware)?Env\(/, 'env'],
  [/^([\w.]+\.)?(Auto)?Config\(/, 'config'],
];

/** Where a name got its value. */
export interface Assignment {
  readonly value: Literal;
  /** As `ProjectFiles` reads it. */
  readonly path: string;
  readonly line: number;
}

/** Modules of a Python program, with the modules of the project that they import. The parser is loaded with the first file. */
export class PythonProgram {
  readonly #files: ProjectFiles;
  readonly #variables: Variables;
  /** The folder that absolute imports begin at. */
  readonly #root: string;
  readonly #modules = new Map<string, PythonModule | undefined>();

  constructor(files: ProjectFiles, variables: Variables, root = '') {
    this.#files = files;
    this.#variables = variables;
    this.#root = root;
  }

  /** Undefined when there is no such file. */
  async load(path: string): Promise<PythonModule | undefined> {
    if (this.#modules.has(path) || this.#modules.size >= MAX_MODULES) return this.#modules.get(path);
    // Set before it is read, so that modules that import each other end.
    this.#modules.set(path, undefined);
    const text = await this.#files.read(path);
    if (text === undefined) return undefined;
    const { parser } = await import('@lezer/python');
    const { topNode } = parser.parse(text);
    const imports = new Map<number, PythonModule>();
    for (const node of descendantsOf(topNode)) {
      if (node.name !== 'ImportStatement') continue;
      const imported = await this.#import(text.slice(node.from, node.to), path);
      if (imported) imports.set(node.from, imported);
    }
    const place = { text, path: join(this.#files.root, path) };
    const source = { ...place, variables: this.#variables, language: python, budget: { steps: MAX_STEPS } };
    const module = new PythonModule(path, topNode, new Evaluator(source, new Frame()), imports);
    this.#modules.set(path, module);
    return module;
  }

  /** `from .base import *`, `from shop.settings.base import X` */
  async #import(statement: string, path: string): Promise<PythonModule | undefined> {
    const [, dots = '', name = ''] = /^from\s+(\.*)([\w.]*)\s+import\b/.exec(statement) ?? [];
    if (dots === '' && name === '') return undefined;
    const base =
      dots === '' ? this.#root : posix.join(posix.dirname(path), ...Array(dots.length - 1).fill('..'));
    const target = posix.join(base, ...name.split('.'));
    return (await this.load(`${target}.py`)) ?? this.load(posix.join(target, '__init__.py'));
  }
}

/** The values of a module's names after its top-level statements. */
export class PythonModule {
  readonly path: string;
  readonly #topNode: SyntaxNode;
  readonly #evaluator: Evaluator;
  readonly #imports: ReadonlyMap<number, PythonModule>;
  readonly #assigned = new Map<string, Assignment>();

  constructor(
    path: string,
    topNode: SyntaxNode,
    evaluator: Evaluator,
    imports: ReadonlyMap<number, PythonModule>,
  ) {
    this.path = path;
    this.#topNode = topNode;
    this.#evaluator = evaluator;
    this.#imports = imports;
    this.#run(childrenOf(topNode), evaluator);
  }

  assigned(name: string): Assignment | undefined {
    return this.#assigned.get(name);
  }

  get names(): readonly string[] {
    return [...this.#assigned.keys()];
  }

  /** The names that its classes define, each class after those it inherits from. */
  get classes(): readonly (readonly [string, Literal, number])[] {
    return this.#classes;
  }
  readonly #classes: (readonly [string, Literal, number])[] = [];

  /** The value of every assignment to a target that matches, wherever it is. */
  assignmentsTo(target: RegExp): readonly Assignment[] {
    const { text } = this.#evaluator.module;
    return [...descendantsOf(this.#topNode)].flatMap((node) => {
      const first = node.name === 'AssignStatement' ? node.firstChild : null;
      if (!first || !target.test(this.#evaluator.textOf(first))) return [];
      return [
        { value: this.#evaluator.evaluate(node.lastChild), path: this.path, line: lineAt(text, node.from) },
      ];
    });
  }

  /** The first argument of every call of a function that matches. */
  callsOf(name: RegExp): readonly Assignment[] {
    const { text } = this.#evaluator.module;
    return [...descendantsOf(this.#topNode)].flatMap((node) => {
      const [called, list] = node.name === 'CallExpression' ? childrenOf(node) : [];
      if (!called || !list || !name.test(this.#evaluator.textOf(called))) return [];
      const [value] = this.#evaluator.argumentsOf(list).positional;
      return [{ value, path: this.path, line: lineAt(text, node.from) }];
    });
  }

  #run(statements: readonly SyntaxNode[], evaluator: Evaluator): void {
    for (const node of statements) {
      const parts = childrenOf(node);
      if (node.name === 'AssignStatement') this.#assign(parts, evaluator);
      else if (node.name === 'IfStatement') this.#runIf(parts, evaluator);
      else if (node.name === 'ImportStatement') this.#import(node, evaluator);
      else if (node.name === 'ClassDefinition') this.#defineClass(node, evaluator);
      else if (node.name === 'ExpressionStatement') this.#update(node, evaluator);
      else if (/^(Try|With)Statement$/.test(node.name))
        this.#run(childrenOf(node.getChild('Body') ?? node), evaluator);
    }
  }

  #assign(written: readonly SyntaxNode[], evaluator: Evaluator): void {
    const parts = written.filter(({ name }) => name !== 'TypeDef');
    const signs = parts.flatMap(({ name }, index) => (name === 'AssignOp' ? [index] : []));
    const last = signs.at(-1);
    if (last === undefined || parts.some(({ name }) => name === ',')) return;
    const expression = parts[last + 1];
    const value = evaluator.evaluate(expression);
    const reader = expression && READERS.find(([pattern]) => pattern.test(evaluator.textOf(expression)))?.[1];
    for (const sign of signs) {
      const target = parts[sign - 1];
      if (target) this.#set(target, value, evaluator);
      if (target && reader !== undefined) evaluator.frame.aliases.set(evaluator.textOf(target), reader);
    }
  }

  /** A name, or `NAME['key']['key']`. */
  #set(target: SyntaxNode, value: Literal, evaluator: Evaluator): void {
    const [name = '', ...keys] = pathOf(target, evaluator);
    if (name === '') return;
    const { frame, module } = evaluator;
    if (keys.length > 0 && !frame.has(name)) return;
    const changed = keys.length === 0 ? value : withMember(frame.find(name), keys, value);
    frame.names.set(name, changed);
    if (evaluator === this.#evaluator)
      this.#assigned.set(name, { value: changed, path: this.path, line: lineAt(module.text, target.from) });
  }

  /** `NAME['key'].update({…})` and `NAME.update(key=…)` */
  #update(node: SyntaxNode, evaluator: Evaluator): void {
    const call = node.getChild('CallExpression');
    const [called, list] = call ? childrenOf(call) : [];
    const method = called?.getChild('PropertyName');
    if (!called?.firstChild || !list || !method || evaluator.textOf(method) !== 'update') return;
    const { positional, named } = evaluator.argumentsOf(list);
    const current = evaluator.evaluate(called.firstChild);
    if (!isLiteralRecord(current)) return;
    const added = Object.fromEntries([...entriesOf(positional[0]), ...Object.entries(named)]);
    this.#set(called.firstChild, { ...current, ...added }, evaluator);
  }

  /** `if condition body elif condition body else body` */
  #runIf(parts: readonly SyntaxNode[], evaluator: Evaluator): void {
    const bodies = parts.flatMap((part, index) => (part.name === 'Body' ? [index] : []));
    for (const index of bodies) {
      const isElse = parts[index - 1]?.name === 'else';
      const isTrue = isElse || truthOf(evaluator.evaluate(parts[index - 1]));
      if (isTrue === false) continue;
      const body = parts[index];
      if (isTrue instanceof Unknown) this.#forget(parts, isTrue, evaluator);
      else if (body) this.#run(childrenOf(body), evaluator);
      return;
    }
  }

  /** Whatever a branch would set is not known. */
  #forget(parts: readonly SyntaxNode[], why: Unknown, evaluator: Evaluator): void {
    for (const node of parts.flatMap((part) => [...descendantsOf(part)])) {
      const target = node.name === 'AssignStatement' ? node.firstChild : null;
      if (target) this.#set(target, why, evaluator);
    }
  }

  #import(node: SyntaxNode, evaluator: Evaluator): void {
    const imported = this.#imports.get(node.from);
    const text = evaluator.module.text.slice(node.from, node.to).replace(/[()]/g, ' ');
    const [, from, names = ''] = /^from\s+([\w.]+)\s+import\s+([\s\S]*)$/.exec(text) ?? [];
    if (names.trim() === '*' && imported) this.#importAll(imported, evaluator);
    for (const [, original = '', local = original] of names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g)) {
      const assignment = imported?.assigned(original);
      if (assignment) this.#adopt(local, assignment, evaluator);
      else evaluator.frame.aliases.set(local, `${from}.${original}`);
    }
    const [, module, alias] = /^import\s+([\w.]+)\s+as\s+(\w+)/.exec(text) ?? [];
    if (module && alias) evaluator.frame.aliases.set(alias, module);
  }

  #importAll(imported: PythonModule, evaluator: Evaluator): void {
    for (const [name, assignment] of imported.#assigned) this.#adopt(name, assignment, evaluator);
    for (const [name, alias] of imported.#evaluator.frame.aliases) evaluator.frame.aliases.set(name, alias);
  }

  #adopt(name: string, assignment: Assignment, evaluator: Evaluator): void {
    evaluator.frame.names.set(name, assignment.value);
    this.#assigned.set(name, assignment);
  }

  #defineClass(node: SyntaxNode, evaluator: Evaluator): void {
    const name = node.getChild('VariableName');
    const body = node.getChild('Body');
    if (!name || !body) return;
    const bases = childrenOf(node.getChild('ArgList') ?? node).filter((base) => base.name === 'VariableName');
    const inner = evaluator.inside(new Frame(evaluator.frame));
    const inherited = bases.flatMap((base) => entriesOf(evaluator.evaluate(base)));
    this.#run(childrenOf(body), inner);
    const members = Object.fromEntries([...inherited, ...inner.frame.names]);
    const line = lineAt(evaluator.module.text, node.from);
    this.#adopt(evaluator.textOf(name), { value: members, path: this.path, line }, evaluator);
    this.#classes.push([evaluator.textOf(name), members, line]);
  }
}

function pathOf(target: SyntaxNode, evaluator: Evaluator): string[] {
  if (target.name === 'VariableName') return [evaluator.textOf(target)];
  const [object, bracket, key] = childrenOf(target);
  if (target.name !== 'MemberExpression' || !object || bracket?.name !== '[' || !key) return [];
  const value = evaluator.evaluate(key);
  const path = pathOf(object, evaluator);
  return typeof value === 'string' && path.length > 0 ? [...path, value] : [];
}
