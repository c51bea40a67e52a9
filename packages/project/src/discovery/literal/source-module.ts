import { isAbsolute, join as joinPaths } from 'node:path';
import type { SyntaxNode, Tree } from '@lezer/common';
import { lineAt } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import { at, computed, entriesOf, join, type Literal, type LiteralRecord, Unknown } from './literal.ts';

export interface Arguments {
  readonly positional: readonly Literal[];
  readonly named: LiteralRecord;
}

/** What the shared evaluator must know about a programming language. Callees and objects are matched by their source text. */
export interface Language {
  readonly environment: RegExp;
  readonly calls: Readonly<Record<string, (given: Arguments, variables: Variables) => Literal>>;
  readonly constants: Readonly<Record<string, (path: string) => Literal>>;
  /** A property or, with arguments, a method of a string. */
  member?(value: string, name: string, given?: Arguments): Literal;
  /** The name under which `calls` lists a callee. */
  callee?(text: string, definitionOf: (name: string) => string | undefined): string;
}

export interface Located {
  readonly value: Literal;
  readonly line: number;
}

const MAX_DEPTH = 40;
const TYPE_OPERATORS = new Set(['as', 'satisfies']);
const QUOTED = /^([a-z]{0,2})('''|"""|['"`])([\s\S]*)\2$/i;
const ESCAPE = /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/gi;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** The literal parts of a parsed module. It is never executed; an expression that cannot be evaluated is unknown. */
export class SourceModule {
  readonly statements: readonly SyntaxNode[];
  readonly definitions: ReadonlyMap<string, SyntaxNode>;
  readonly #text: string;
  readonly #path: string;
  readonly #variables: Variables;
  readonly #language: Language;
  readonly #values = new Map<string, Literal>();
  #depth = 0;

  constructor(text: string, tree: Tree, path: string, variables: Variables, language: Language) {
    this.#text = text;
    this.#path = path;
    this.#variables = variables;
    this.#language = language;
    this.statements = childrenOf(tree.topNode).map((node) => node.getChild('VariableDeclaration') ?? node);
    this.definitions = new Map(this.statements.flatMap((statement) => this.#definedBy(statement)));
  }

  /** The source text without whitespace, so that names compare. */
  textOf({ from, to }: SyntaxNode): string {
    return this.#text.slice(from, to).replace(/\s+/g, '');
  }

  /** The value of the last top-level assignment to a name. */
  assigned(name: string): Located | undefined {
    const node = this.definitions.get(name);
    return node && this.locate(node);
  }

  locate(node: SyntaxNode): Located {
    return { value: this.#evaluate(node), line: lineAt(this.#text, node.from) };
  }

  #definedBy(statement: SyntaxNode): (readonly [string, SyntaxNode])[] {
    if (!/^(AssignStatement|VariableDeclaration)$/.test(statement.name)) return [];
    const parts = childrenOf(statement).filter(({ name }) => !/^Type(Def|Annotation)$/.test(name));
    return parts.flatMap((part, index) => {
      const [target, value] = [parts[index - 1], parts[index + 1]];
      if (!/^(AssignOp|Equals)$/.test(part.name) || !target || !value) return [];
      const unpacks = target.name === 'VariableName' && parts[index - 2]?.name === ',';
      return /^Variable(Name|Definition)$/.test(target.name) && !unpacks
        ? [[this.textOf(target), value]]
        : [];
    });
  }

  #evaluate(node: SyntaxNode | undefined): Literal {
    if (!node || this.#depth >= MAX_DEPTH) return computed;
    this.#depth += 1;
    const value = this.#valueOf(node);
    this.#depth -= 1;
    return value;
  }

  #valueOf(node: SyntaxNode): Literal {
    switch (node.name) {
      case 'String':
      case 'FormatString':
      case 'TemplateString':
        return this.#string(node);
      case 'ContinuedString':
        return join(childrenOf(node).map((part) => this.#evaluate(part)));
      case 'Number':
        return Number(this.textOf(node).replaceAll('_', ''));
      case 'BooleanLiteral':
      case 'Boolean':
        return this.textOf(node).toLowerCase() === 'true';
      case 'null':
      case 'None':
        return null;
      case 'ObjectExpression':
        return Object.fromEntries(childrenOf(node).flatMap((property) => this.#property(property)));
      case 'DictionaryExpression':
        return this.#dictionary(childrenOf(node));
      case 'ArrayExpression':
      case 'TupleExpression':
        return operandsOf(node).map((item) => this.#evaluate(item));
      case 'VariableName':
        return this.#variable(this.textOf(node));
      case 'MemberExpression':
        return this.#member(node);
      case 'CallExpression':
        return this.#call(node);
      case 'UnaryExpression':
        return node.lastChild?.name === 'Number' ? Number(this.textOf(node)) : computed;
      case 'BinaryExpression':
        return this.#binary(node);
      default:
        return withoutTypes(node) === node ? computed : this.#evaluate(withoutTypes(node));
    }
  }

  #string(node: SyntaxNode): Literal {
    const [, prefix = '', quote = ''] = QUOTED.exec(this.#text.slice(node.from, node.to)) ?? [];
    if (quote === '') return computed;
    const parts: Literal[] = [];
    let from = node.from + prefix.length + quote.length;
    const addText = (to: number) => {
      const text = this.#text.slice(from, to);
      parts.push(/r/i.test(prefix) ? text : unescaped(text));
    };
    for (const inserted of [...node.getChildren('Interpolation'), ...node.getChildren('FormatReplacement')]) {
      const [, expression, end] = childrenOf(inserted);
      addText(inserted.from);
      parts.push(/^(Format|!)/.test(end?.name ?? '') ? computed : this.#evaluate(expression));
      from = inserted.to;
    }
    addText(node.to - quote.length);
    return join(parts);
  }

  #property(property: SyntaxNode): (readonly [string, Literal])[] {
    const parts = childrenOf(property);
    const [first] = parts;
    if (first?.name === 'Spread') return entriesOf(this.#evaluate(parts[1]));
    const key = parts.find(({ name }) => /^(PropertyDefinition|String|Number)$/.test(name));
    if (property.name !== 'Property' || !key || first?.name === '[') return [];
    const name = key.name === 'String' ? String(this.#evaluate(key)) : this.textOf(key);
    return [[name, parts.length === 1 ? this.#variable(name) : this.#evaluate(parts.at(-1))]];
  }

  #dictionary(parts: readonly SyntaxNode[]): Literal {
    const entries = parts.flatMap((part, index): (readonly [string, Literal])[] => {
      if (part.name === '**') return entriesOf(this.#evaluate(parts[index + 1]));
      if (part.name !== ':') return [];
      return [[String(this.#evaluate(parts[index - 1])), this.#evaluate(parts[index + 1])]];
    });
    return Object.fromEntries(entries);
  }

  #variable(name: string): Literal {
    const constant = own(this.#language.constants, name);
    if (constant) return constant(this.#path);
    const node = this.definitions.get(name);
    if (!node) return computed;
    // Set before it is evaluated, so that names that refer to each other end.
    if (!this.#values.has(name)) this.#values.set(name, computed).set(name, this.#evaluate(node));
    return this.#values.get(name);
  }

  #member(node: SyntaxNode): Literal {
    const [object, , property] = childrenOf(node);
    const constant = own(this.#language.constants, this.textOf(node));
    if (constant) return constant(this.#path);
    if (!object || !property) return computed;
    const key = property.name === 'PropertyName' ? this.textOf(property) : this.#evaluate(property);
    if (typeof key !== 'string') return computed;
    if (this.#language.environment.test(this.textOf(object))) return this.#variables.get(key);
    const value = this.#evaluate(object);
    if (typeof value === 'string') return this.#language.member?.(value, key) ?? computed;
    return value instanceof Unknown ? value : (at(value, key) ?? computed);
  }

  #call(node: SyntaxNode): Literal {
    const { callee = (text: string) => text, calls, member } = this.#language;
    const called = node.firstChild;
    const list = node.getChild('ArgList');
    if (!called || !list) return computed;
    const definitionOf = (name: string) => {
      const definition = this.definitions.get(name);
      return definition && this.textOf(definition);
    };
    const known = own(calls, callee(this.textOf(called), definitionOf));
    if (known) return known(this.#arguments(list), this.#variables);
    const method = called.getChild('PropertyName');
    const value = method && member && this.#evaluate(called.firstChild ?? undefined);
    return typeof value === 'string' && method
      ? (member?.(value, this.textOf(method), this.#arguments(list)) ?? computed)
      : computed;
  }

  #arguments(list: SyntaxNode): Arguments {
    const parts = operandsOf(list);
    const positional: Literal[] = [];
    const named: Record<string, Literal> = {};
    for (let index = 0; index < parts.length; index++) {
      const [part, operator, value] = parts.slice(index, index + 3);
      if (part && operator?.name === 'AssignOp') {
        named[this.textOf(part)] = this.#evaluate(value);
        index += 2;
      } else positional.push(this.#evaluate(part));
    }
    return { positional, named };
  }

  #binary(node: SyntaxNode): Literal {
    const [left, operator, right] = childrenOf(node);
    const value = this.#evaluate(left);
    const sign = operator ? this.textOf(operator) : '';
    if (TYPE_OPERATORS.has(sign)) return value;
    if (sign === '+') return join([value, this.#evaluate(right)]);
    if (sign === '/') return joinedPath([value, this.#evaluate(right)]);
    if (!['||', '??', 'or'].includes(sign)) return computed;
    const isMissing = value instanceof Unknown || (sign === '??' ? value == null : !value);
    return isMissing ? this.#evaluate(right) : value;
  }
}

/** An expression without parentheses and without what only a type checker reads. */
export function withoutTypes(node: SyntaxNode): SyntaxNode {
  const [first, second] = childrenOf(node);
  const isCast = node.name === 'BinaryExpression' && TYPE_OPERATORS.has(second?.name ?? '');
  const isAssertion = node.name === 'PostfixExpression' && second?.name === 'LogicOp';
  if (first && (isCast || isAssertion)) return withoutTypes(first);
  const inner = node.name === 'ParenthesizedExpression' ? second : undefined;
  const cast = node.name === 'PrefixCast' ? node.lastChild : undefined;
  return inner || cast ? withoutTypes(inner ?? cast ?? node) : node;
}

/** Path segments joined; an absolute segment starts over. */
export function joinedPath(parts: readonly Literal[]): Literal {
  const unknown = parts.find((part) => part instanceof Unknown);
  if (unknown !== undefined) return unknown;
  const paths = parts.filter((part) => typeof part === 'string');
  if (paths.length < parts.length || paths.length === 0) return computed;
  return paths.reduce((folder, path) => (isAbsolute(path) ? path : joinPaths(folder, path)));
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!child.type.isSkipped) children.push(child);
  return children;
}

/** Children that are no brackets, commas or spread operators. */
function operandsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => /^\w/.test(name) && name !== 'Spread');
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, braced?: string, long?: string, short?: string, sign = '') => {
    const code = braced ?? long ?? short;
    return code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCodePoint(Number.parseInt(code, 16));
  });
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
