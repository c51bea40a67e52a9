import { dirname, resolve } from 'node:path';
import type { parse } from '@babel/parser';
import type { Variables } from '../variables.ts';
import { at, computed, join, type Literal, type LiteralRecord, Unknown } from './literal.ts';

type File = ReturnType<typeof parse>;
type Statement = File['program']['body'][number];
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
type Of<Type extends string> = Extract<Expression, { type: Type }>;
type Property = Extract<Of<'ObjectExpression'>['properties'][number], { type: 'ObjectProperty' }>;
type Node =
  | Expression
  | Property['key']
  | Property['value']
  | Of<'CallExpression'>['arguments'][number]
  | Of<'CallExpression'>['callee']
  | Of<'MemberExpression'>['object']
  | Of<'MemberExpression'>['property']
  | Of<'AssignmentExpression'>['left']
  | Of<'BinaryExpression'>['left']
  | Of<'TemplateLiteral'>['expressions'][number]
  | Extract<Statement, { type: 'ExportDefaultDeclaration' }>['declaration'];

/** How deep expressions and names lead before they are left alone. */
const DEEPEST = 40;

export interface Exported {
  readonly value: Literal;
  readonly line: number | undefined;
}

/** A module's literal parts. It is parsed and read, never run. */
export class JavaScriptModule {
  readonly #path: string;
  readonly #variables: Variables;
  readonly #body: readonly Statement[];
  readonly #names = new Map<string, Node>();

  constructor(file: File, path: string, variables: Variables) {
    this.#path = path;
    this.#variables = variables;
    this.#body = file.program.body;
    for (const statement of this.#body) this.#declare(statement);
  }

  /** `export default`, `module.exports =` or `export =`. */
  get defaultExport(): Exported | undefined {
    const node = this.#body.map(exportedNode).find((found) => found !== undefined);
    return node && this.#exported(node);
  }

  /** What is passed to `new <name>(…)`, wherever at the top it is written. */
  constructed(name: string): Exported | undefined {
    const nodes = [...this.#names.values(), ...this.#body.flatMap((found) => exportedNode(found) ?? [])];
    const given = nodes.flatMap((node) => {
      const inner = unwrapped(node);
      const isIt = inner.type === 'NewExpression' && calledName(inner.callee) === name;
      return isIt ? inner.arguments.slice(0, 1) : [];
    });
    return given[0] && this.#exported(given[0]);
  }

  #exported(node: Node): Exported {
    return { value: this.#evaluate(node, 0), line: node.loc?.start.line };
  }

  #declare(statement: Statement): void {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (inner?.type !== 'VariableDeclaration') return;
    for (const { id, init } of inner.declarations) {
      if (id.type === 'Identifier' && init) this.#names.set(id.name, init);
    }
  }

  #evaluate(wrapped: Node, depth: number): Literal {
    if (depth > DEEPEST) return computed;
    const node = unwrapped(wrapped);
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return node.value;
      case 'NullLiteral':
        return null;
      case 'TemplateLiteral':
        return this.#template(node, depth);
      case 'ObjectExpression':
        return this.#object(node, depth);
      case 'ArrayExpression':
        return node.elements.map((item) => (item ? this.#evaluate(item, depth + 1) : null));
      case 'Identifier':
        return this.#named(node.name, depth);
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.#member(node, depth);
      case 'LogicalExpression':
        return this.#either(node, depth);
      case 'BinaryExpression':
        return node.operator === '+'
          ? join([this.#evaluate(node.left, depth + 1), this.#evaluate(node.right, depth + 1)])
          : computed;
      case 'CallExpression':
        return this.#call(node, depth);
      default:
        return computed;
    }
  }

  #template(node: Of<'TemplateLiteral'>, depth: number): Literal {
    const parts = node.quasis.flatMap((text, index): Literal[] => {
      const inserted = node.expressions[index];
      return [text.value.cooked ?? '', ...(inserted ? [this.#evaluate(inserted, depth + 1)] : [])];
    });
    return join(parts);
  }

  #object(node: Of<'ObjectExpression'>, depth: number): Literal {
    const entries: (readonly [string, Literal])[] = [];
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.#evaluate(property.argument, depth + 1);
        if (typeof spread === 'object' && spread !== null && !(spread instanceof Unknown))
          entries.push(...Object.entries(spread as LiteralRecord));
        continue;
      }
      const key = keyOf(property.key);
      if (key === undefined) continue;
      entries.push([
        key,
        property.type === 'ObjectProperty' ? this.#evaluate(property.value, depth + 1) : computed,
      ]);
    }
    return Object.fromEntries(entries);
  }

  #named(name: string, depth: number): Literal {
    if (name === 'undefined') return undefined;
    if (name === '__dirname') return dirname(this.#path);
    const node = this.#names.get(name);
    return node ? this.#evaluate(node, depth + 1) : computed;
  }

  #member(node: Of<'MemberExpression' | 'OptionalMemberExpression'>, depth: number): Literal {
    const key = node.computed ? this.#evaluate(node.property, depth + 1) : keyOf(node.property);
    if (typeof key !== 'string') return computed;
    const { object } = node;
    if (isEnvironment(object)) return this.#variables.get(key);
    if (isImportMeta(object)) return key === 'dirname' ? dirname(this.#path) : computed;
    const inner = this.#evaluate(object, depth + 1);
    return inner instanceof Unknown ? inner : (at(inner, key) ?? computed);
  }

  #either(node: Of<'LogicalExpression'>, depth: number): Literal {
    if (node.operator === '&&') return computed;
    const left = this.#evaluate(node.left, depth + 1);
    const fallsBack =
      node.operator === '||' ? !left || left instanceof Unknown : left == null || left instanceof Unknown;
    return fallsBack ? this.#evaluate(node.right, depth + 1) : left;
  }

  #call(node: Of<'CallExpression'>, depth: number): Literal {
    const given = () => node.arguments.map((argument) => this.#evaluate(argument, depth + 1));
    const name = calledName(node.callee);
    if (name === 'defineConfig' || name === 'String' || name === 'defineDataSource') return given()[0];
    if (name === 'env') return this.#variables.get(String(given()[0]));
    if (name === 'Number' || name === 'parseInt' || name === 'Number.parseInt') return toNumber(given()[0]);
    if (name === 'path.join' || name === 'path.resolve' || name === 'join' || name === 'resolve')
      return inFolder(given());
    return computed;
  }
}

/** Nothing but a problem when the text is no module. The parser is loaded for the first file that is there. */
export async function parseJavaScript(
  text: string,
  path: string,
  variables: Variables,
): Promise<JavaScriptModule | undefined> {
  const { parse } = await import('@babel/parser');
  try {
    const typed = /\.[cm]?tsx?$/.test(path);
    const file = parse(text, {
      sourceType: 'unambiguous',
      errorRecovery: true,
      plugins: typed ? ['typescript'] : [],
    });
    return new JavaScriptModule(file, path, variables);
  } catch {
    return undefined;
  }
}

function exportedNode(statement: Statement): Node | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  if (statement.type === 'TSExportAssignment') return statement.expression;
  if (statement.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  if (expression.type !== 'AssignmentExpression') return undefined;
  return calledName(expression.left) === 'module.exports' ? expression.right : undefined;
}

/** Without what only the type checker reads. */
function unwrapped(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return unwrapped(node.expression);
    default:
      return node;
  }
}

function keyOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'StringLiteral') return node.value;
  return node.type === 'NumericLiteral' ? String(node.value) : undefined;
}

function calledName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const object = calledName(node.object);
  const property = keyOf(node.property);
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}

function isEnvironment(node: Node): boolean {
  if (calledName(node) === 'process.env') return true;
  return node.type === 'MemberExpression' && isImportMeta(node.object) && keyOf(node.property) === 'env';
}

function isImportMeta(node: Node): boolean {
  return node.type === 'MetaProperty' && node.meta.name === 'import';
}

function toNumber(value: Literal): Literal {
  if (value instanceof Unknown || value === undefined) return value;
  const number = Number(value);
  return Number.isNaN(number) ? computed : number;
}

function inFolder(parts: readonly Literal[]): Literal {
  const unknown = parts.find((part) => part instanceof Unknown);
  if (unknown !== undefined) return unknown;
  return parts.every((part) => typeof part === 'string') && parts.length > 0 ? joinPaths(parts) : computed;
}

/** A relative result stays relative: whoever reads it knows what from. */
function joinPaths(parts: readonly string[]): string {
  const [first = '', ...rest] = parts;
  return first.startsWith('/')
    ? resolve(first, ...rest.map((part) => part.replace(/^\/+/, '')))
    : parts.join('/');
}
