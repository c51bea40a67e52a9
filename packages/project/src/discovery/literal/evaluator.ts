import type { SyntaxNode } from '@lezer/common';
import type { Variables } from '../variables.ts';
import type { Frame } from './frame.ts';
import {
  at,
  computed,
  entriesOf,
  FunctionValue,
  isLiteralRecord,
  join,
  type Literal,
  type LiteralRecord,
  required,
  Unknown,
  Unset,
} from './literal.ts';
import { ASSUMED, compared, joinedPath, logical, truthOf } from './operators.ts';
import { childrenOf, operandsOf, stringParts, withoutTypes } from './syntax.ts';

export interface Arguments {
  readonly positional: readonly Literal[];
  readonly named: LiteralRecord;
}

/** What the shared evaluator must know about a programming language. Callees and objects are matched by their source text. */
export interface Language {
  /** Objects whose members are variables of the environment. */
  readonly environment: RegExp;
  /** Whether the program fails when a variable that it indexes is not set. */
  readonly requiresVariables?: boolean;
  readonly constants: ReadonlyMap<string, (path: string) => Literal>;
  /** Undefined for a function that is not known. */
  call(callee: string, given: Arguments, variables: Variables): Literal;
  /** A property or, with arguments, a method of a string. Undefined when it is not known. */
  member(value: string, name: string, given?: Arguments): Literal;
  /** The function that an expression creates. */
  functionOf(node: SyntaxNode, evaluator: Evaluator): FunctionValue | undefined;
}

export interface Module {
  readonly text: string;
  /** Absolute. */
  readonly path: string;
  readonly variables: Variables;
  readonly language: Language;
  /** Functions that call each other end when it is used up. */
  readonly budget: { steps: number };
}

export const MAX_STEPS = 50_000;
const MAX_DEPTH = 60;
const SETTINGS_OBJECT = /(^|\.)(env|environment|config|settings)$/i;
const VARIABLE_NAME = /^[A-Z][A-Z0-9_]+$/;

/** The value of expressions. Nothing is executed but what is here; anything else is unknown. */
export class Evaluator {
  readonly module: Module;
  readonly frame: Frame;
  readonly depth: number;

  constructor(module: Module, frame: Frame, depth = 0) {
    this.module = module;
    this.frame = frame;
    this.depth = depth;
  }

  /** The same module with further names. */
  inside(frame: Frame, depth = this.depth): Evaluator {
    return new Evaluator(this.module, frame, depth + 1);
  }

  /** The source text without whitespace, so that names compare. */
  textOf({ from, to }: SyntaxNode): string {
    return this.module.text.slice(from, to).replace(/\s+/g, '');
  }

  evaluate(node: SyntaxNode | null | undefined): Literal {
    if (!node || this.depth >= MAX_DEPTH || this.module.budget.steps-- <= 0) return computed;
    return new Evaluator(this.module, this.frame, this.depth + 1).#valueOf(node);
  }

  #valueOf(node: SyntaxNode): Literal {
    switch (node.name) {
      case 'String':
      case 'FormatString':
      case 'TemplateString':
        return this.#string(node);
      case 'ContinuedString':
        return join(childrenOf(node).map((part) => this.evaluate(part)));
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
        return operandsOf(node).map((item) => this.evaluate(item));
      case 'NewExpression':
      case 'CallExpression':
        return this.#call(node);
      default:
        return this.#operation(node);
    }
  }

  #operation(node: SyntaxNode): Literal {
    const [first, second, third, , fifth] = childrenOf(node);
    switch (node.name) {
      case 'VariableName':
        return this.#variable(this.textOf(node));
      case 'MemberExpression':
        return this.#member(node);
      case 'UnaryExpression':
        return this.#unary(node);
      case 'BinaryExpression':
        return this.#binary(node);
      case 'ConditionalExpression': {
        const isPython = second?.name === 'if';
        const [condition, yes, no] = isPython ? [third, first, fifth] : [first, third, fifth];
        const isTrue = truthOf(this.evaluate(condition));
        return isTrue instanceof Unknown ? isTrue : this.evaluate(isTrue ? yes : no);
      }
      default: {
        const created = this.module.language.functionOf(node, this);
        if (created) return created;
        return withoutTypes(node) === node ? computed : this.evaluate(withoutTypes(node));
      }
    }
  }

  #string(node: SyntaxNode): Literal {
    const parts = stringParts(node, this.module.text);
    return parts
      ? join(parts.map((part) => (typeof part === 'string' ? part : this.evaluate(part))))
      : computed;
  }

  #property(property: SyntaxNode): (readonly [string, Literal])[] {
    const parts = childrenOf(property);
    const [first, second] = parts;
    if (first?.name === 'Spread') return entriesOf(this.evaluate(second));
    if (property.name !== 'Property' || !first) return [];
    if (first.name === '[') return [[String(this.evaluate(second)), this.evaluate(parts.at(-1))]];
    const key = parts.find(({ name }) => /^(PropertyDefinition|String|Number)$/.test(name));
    if (!key) return [];
    const name = key.name === 'String' ? String(this.evaluate(key)) : this.textOf(key);
    if (parts.length === 1) return [[name, this.#variable(name)]];
    return [[name, this.evaluate(parts.at(-1))]];
  }

  #dictionary(parts: readonly SyntaxNode[]): Literal {
    const entries = parts.flatMap((part, index): (readonly [string, Literal])[] => {
      if (part.name === '**') return entriesOf(this.evaluate(parts[index + 1]));
      if (part.name !== ':') return [];
      return [[String(this.evaluate(parts[index - 1])), this.evaluate(parts[index + 1])]];
    });
    return Object.fromEntries(entries);
  }

  #variable(name: string): Literal {
    const found = this.frame.find(name);
    if (found === computed && ASSUMED.has(name)) return ASSUMED.get(name);
    if (this.frame.has(name)) return found;
    const constant = this.module.language.constants.get(name);
    return constant ? constant(this.module.path) : computed;
  }

  #member(node: SyntaxNode): Literal {
    const { constants, environment } = this.module.language;
    const parts = childrenOf(node);
    const [object] = parts;
    const property = parts.find(({ name }, index) => index > 0 && !/^(\?\.|\.|\[|\])$/.test(name));
    const constant = constants.get(this.textOf(node));
    if (constant) return constant(this.module.path);
    if (!object || !property || parts.some(({ name }) => name === ':')) return computed;
    const key = property.name === 'PropertyName' ? this.textOf(property) : this.evaluate(property);
    if (key instanceof Unknown) return key;
    if (environment.test(this.#canonical(this.textOf(object)))) return this.#environment(String(key));
    const value = this.evaluate(object);
    // Modules that check the environment export its variables under their own names.
    const isSetting = SETTINGS_OBJECT.test(this.textOf(object)) && VARIABLE_NAME.test(String(key));
    if (value === computed && isSetting) return this.module.variables.get(String(key));
    return this.#memberOf(value, key);
  }

  #memberOf(value: Literal, key: Literal): Literal {
    if (value instanceof Unknown) return value;
    if (typeof value === 'string') return this.module.language.member(value, String(key)) ?? computed;
    if (Array.isArray(value) && typeof key === 'number') return value.at(key);
    return isLiteralRecord(value) ? at(value, String(key)) : computed;
  }

  #environment(name: string): Literal {
    const { language, variables } = this.module;
    const value = variables.get(name);
    return language.requiresVariables && value instanceof Unset ? required(name) : value;
  }

  #call(node: SyntaxNode): Literal {
    const parts = childrenOf(node);
    const called = withoutTypes((node.name === 'NewExpression' ? parts[1] : parts[0]) ?? node);
    const list = node.getChild('ArgList');
    if (!list || called === node) return computed;
    const given = this.argumentsOf(list);
    const { language, variables } = this.module;
    const known = language.call(this.#canonical(this.textOf(called)), given, variables);
    if (known !== undefined) return known;
    const value = this.evaluate(called);
    if (value instanceof FunctionValue) return value.call(given.positional, this.depth, given.named);
    const method = called.getChild('PropertyName');
    const receiver = method ? this.evaluate(called.firstChild) : undefined;
    if (receiver instanceof Unknown) return receiver;
    return typeof receiver === 'string' && method
      ? (language.member(receiver, this.textOf(method), given) ?? computed)
      : computed;
  }

  /** `parse` of `from dj_database_url import parse` is `dj_database_url.parse`. */
  #canonical(text: string): string {
    const name = /^\w+/.exec(text)?.[0];
    const alias = name === undefined ? undefined : this.frame.aliasOf(name);
    return alias === undefined || name === undefined ? text : alias + text.slice(name.length);
  }

  argumentsOf(list: SyntaxNode): Arguments {
    const parts = operandsOf(list);
    const positional: Literal[] = [];
    const named: Record<string, Literal> = {};
    for (let index = 0; index < parts.length; index++) {
      const [part, operator, value] = parts.slice(index, index + 3);
      if (part && operator?.name === 'AssignOp') {
        const text = value ? this.#canonical(this.textOf(value)) : '';
        named[this.textOf(part)] = this.#isFunctionName(text) ? text : this.evaluate(value);
        index += 2;
      } else positional.push(this.evaluate(part));
    }
    return { positional, named };
  }

  /** Functions of known libraries are passed on by their names: `cast=dj_database_url.parse`. */
  #isFunctionName(text: string): boolean {
    return /^dj_database_url\.\w+$/.test(text);
  }

  #unary(node: SyntaxNode): Literal {
    const [sign, operand] = childrenOf(node);
    if (!sign || !operand) return computed;
    if (operand.name === 'Number') return Number(this.textOf(node));
    const value = this.evaluate(operand);
    if (this.textOf(sign) === '+') return typeof value === 'string' ? Number(value) : value;
    // The parser takes `not a and b` for `not (a and b)`.
    if (!/^(!|not)$/.test(this.textOf(sign)) || operand.getChild('and')) return computed;
    const isTrue = truthOf(value);
    return isTrue instanceof Unknown ? isTrue : !isTrue;
  }

  #binary(node: SyntaxNode): Literal {
    const parts = childrenOf(node);
    const [left, right] = [parts[0], parts.at(-1)];
    const sign = parts
      .slice(1, -1)
      .map((part) => this.textOf(part))
      .join(' ');
    if (sign === 'as' || sign === 'satisfies') return this.evaluate(left);
    if (
      /^(not )?in$/.test(sign) &&
      right &&
      this.module.language.environment.test(this.#canonical(this.textOf(right)))
    )
      return this.#isSet(this.evaluate(left), sign === 'in');
    if (['||', '??', 'or', '&&', 'and'].includes(sign))
      return logical(sign, this.evaluate(left), () => this.evaluate(right));
    const operands = [this.evaluate(left), this.evaluate(right)] as const;
    if (sign === '+') return join(operands);
    if (sign === '/') return joinedPath(operands);
    return compared(sign, ...operands);
  }

  /** `'NAME' in os.environ` */
  #isSet(name: Literal, expected: boolean): Literal {
    if (typeof name !== 'string') return computed;
    const value = this.module.variables.find(name);
    return value instanceof Unknown ? value : (value !== undefined) === expected;
  }
}
