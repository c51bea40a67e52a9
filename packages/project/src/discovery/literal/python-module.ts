import type { SyntaxNode } from '@lezer/common';
import { lineAt } from '../project-files.ts';
import type { Evaluator } from './evaluator.ts';
import { Frame } from './frame.ts';
import { withMember } from './javascript-statements.ts';
import {
  entriesOf,
  FunctionValue,
  isLiteralRecord,
  type Literal,
  type LiteralRecord,
  Unknown,
} from './literal.ts';
import { truthOf } from './operators.ts';
import { childrenOf, descendantsOf } from './syntax.ts';

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
    for (const node of statements) this.#runStatement(node, evaluator);
  }

  #runStatement(node: SyntaxNode, evaluator: Evaluator): void {
    switch (node.name) {
      case 'AssignStatement':
        this.#assign(childrenOf(node), evaluator);
        break;
      case 'IfStatement':
        this.#runIf(childrenOf(node), evaluator);
        break;
      case 'ImportStatement':
        this.#import(node, evaluator);
        break;
      case 'ClassDefinition':
        this.#defineClass(node, evaluator);
        break;
      case 'FunctionDefinition':
        this.#defineFunction(node, evaluator);
        break;
      case 'ExpressionStatement':
        this.#update(node, evaluator);
        break;
      case 'TryStatement':
      case 'WithStatement':
        this.#run(childrenOf(node.getChild('Body') ?? node), evaluator);
        break;
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

  /** A function whose result does not depend on a condition. */
  #defineFunction(node: SyntaxNode, evaluator: Evaluator): void {
    const name = node.getChild('VariableName');
    const statements = childrenOf(node.getChild('Body') ?? node);
    const result = statements.find((statement) => statement.name === 'ReturnStatement');
    const isPlain = statements.every((statement) =>
      /^(:|Assign|Expression|Return|Import)/.test(statement.name),
    );
    if (!name || !result || !isPlain) return;
    const value = new FunctionValue((given, depth, named = {}) => {
      const inner = evaluator.inside(new Frame(evaluator.frame), depth);
      for (const [parameter, argument] of parametersOf(node, given, named, inner))
        inner.frame.names.set(parameter, argument);
      this.#run(statements, inner);
      return inner.evaluate(result.lastChild);
    });
    const line = lineAt(evaluator.module.text, node.from);
    this.#adopt(evaluator.textOf(name), { value, path: this.path, line }, evaluator);
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

/** `(name, other: str = 'default')` */
function parametersOf(
  node: SyntaxNode,
  given: readonly Literal[],
  named: LiteralRecord,
  evaluator: Evaluator,
): (readonly [string, Literal])[] {
  const parts = childrenOf(node.getChild('ParamList') ?? node).filter(({ name }) => name !== 'TypeDef');
  const names = parts.filter(
    (part, index) => part.name === 'VariableName' && parts[index - 1]?.name !== 'AssignOp',
  );
  return names.map((part, index) => {
    const sign = parts[parts.indexOf(part) + 1];
    const fallback =
      sign?.name === 'AssignOp' ? evaluator.evaluate(parts[parts.indexOf(part) + 2]) : undefined;
    const name = evaluator.textOf(part);
    return [name, named[name] ?? given[index] ?? fallback];
  });
}

function pathOf(target: SyntaxNode, evaluator: Evaluator): string[] {
  if (target.name === 'VariableName') return [evaluator.textOf(target)];
  const [object, bracket, key] = childrenOf(target);
  if (target.name !== 'MemberExpression' || !object || bracket?.name !== '[' || !key) return [];
  const value = evaluator.evaluate(key);
  const path = pathOf(object, evaluator);
  return typeof value === 'string' && path.length > 0 ? [...path, value] : [];
}
