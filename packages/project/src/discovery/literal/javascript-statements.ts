import type { SyntaxNode } from '@lezer/common';
import type { Evaluator } from './evaluator.ts';
import { Frame } from './frame.ts';
import { isMissing } from './javascript-calls.ts';
import { at, computed, FunctionValue, isLiteralRecord, type Literal, Unknown } from './literal.ts';
import { truthOf } from './operators.ts';
import { childrenOf, descendantsOf } from './syntax.ts';

/** What a list of statements returned, if it did. */
type Completion = { readonly returned: Literal } | undefined;

/** Where the exports of a module are collected. */
export interface Exports {
  set(name: string, value: Literal, node: SyntaxNode): void;
  /** The exports of an imported module; undefined when it is not part of the project. */
  imported(specifier: string): Literal;
}

export function runStatements(
  statements: readonly SyntaxNode[],
  evaluator: Evaluator,
  exports?: Exports,
): Completion {
  for (const node of statements) if (node.name === 'FunctionDeclaration') declareFunction(node, evaluator);
  for (const node of statements) {
    const completion = runStatement(node, evaluator, exports);
    if (completion) return completion;
  }
  return undefined;
}

function runStatement(node: SyntaxNode, evaluator: Evaluator, exports?: Exports): Completion {
  switch (node.name) {
    case 'VariableDeclaration':
      declareVariables(node, evaluator);
      return undefined;
    case 'ReturnStatement':
      return { returned: evaluator.evaluate(childrenOf(node)[1]) };
    case 'IfStatement':
      return runIf(node, evaluator, exports);
    case 'Block':
      return runStatements(childrenOf(node), evaluator, exports);
    case 'TryStatement':
      return runStatements(childrenOf(node.getChild('Block') ?? node), evaluator, exports);
    case 'ExpressionStatement':
      assign(node.getChild('AssignmentExpression'), evaluator, exports);
      return undefined;
    case 'ImportDeclaration':
      importNames(node, evaluator, exports);
      return undefined;
    case 'ExportDeclaration':
      exportFrom(node, evaluator, exports);
      return undefined;
    default:
      return undefined;
  }
}

function declareVariables(node: SyntaxNode, evaluator: Evaluator): void {
  const parts = childrenOf(node).filter(({ name }) => name !== 'TypeAnnotation');
  parts.forEach((part, index) => {
    const target = parts[index - 1];
    if (part.name === 'Equals' && target) bind(target, evaluator.evaluate(parts[index + 1]), evaluator);
  });
}

/** A name, or the names of `{ a, b: c, d = 1 }`. */
function bind(target: SyntaxNode, value: Literal, evaluator: Evaluator): void {
  if (target.name === 'VariableDefinition') evaluator.frame.names.set(evaluator.textOf(target), value);
  if (target.name !== 'ObjectPattern') return;
  for (const property of target.getChildren('PatternProperty')) {
    const parts = childrenOf(property);
    const [key] = parts;
    const local = property.getChild('VariableDefinition') ?? key;
    if (!key || !local) continue;
    const fallback = property.getChild('Equals') ? evaluator.evaluate(parts.at(-1)) : undefined;
    const found = isLiteralRecord(value) ? at(value, evaluator.textOf(key)) : undefined;
    const bound = isMissing(found) ? fallback : found;
    // A name without a value stays free: the functions that frameworks pass are known by their names.
    if (bound !== undefined) evaluator.frame.names.set(evaluator.textOf(local), bound);
  }
}

function declareFunction(node: SyntaxNode, evaluator: Evaluator): void {
  const name = node.getChild('VariableDefinition');
  if (name) evaluator.frame.names.set(evaluator.textOf(name), functionValue(node, evaluator));
}

export function functionOf(node: SyntaxNode, evaluator: Evaluator): FunctionValue | undefined {
  return /^(ArrowFunction|FunctionExpression|FunctionDeclaration)$/.test(node.name)
    ? functionValue(node, evaluator)
    : undefined;
}

function functionValue(node: SyntaxNode, evaluator: Evaluator): FunctionValue {
  return new FunctionValue((given, depth) => {
    const inner = evaluator.inside(new Frame(evaluator.frame), depth);
    const parameters = childrenOf(node.getChild('ParamList') ?? node);
    const targets = parameters.filter(({ name }) => /^(VariableDefinition|ObjectPattern)$/.test(name));
    targets.forEach((target, index) => {
      const after = parameters
        .slice(parameters.indexOf(target) + 1)
        .find(({ name }) => name !== 'TypeAnnotation');
      const fallback = after?.name === 'Equals' ? inner.evaluate(after.nextSibling) : undefined;
      const value = isMissing(given[index]) ? fallback : given[index];
      if (value !== undefined || target.name === 'ObjectPattern') bind(target, value, inner);
    });
    const block = node.getChild('Block');
    if (!block) return inner.evaluate(node.lastChild);
    return runStatements(childrenOf(block), inner)?.returned ?? computed;
  });
}

function runIf(node: SyntaxNode, evaluator: Evaluator, exports?: Exports): Completion {
  const [, condition, then, , otherwise] = childrenOf(node);
  const isTrue = condition ? truthOf(evaluator.evaluate(condition)) : computed;
  if (isTrue instanceof Unknown) return forget([then, otherwise], isTrue, evaluator);
  const branch = isTrue ? then : otherwise;
  return branch ? runStatement(branch, evaluator, exports) : undefined;
}

/** Whatever either branch would set or return is not known. */
function forget(
  branches: readonly (SyntaxNode | undefined)[],
  why: Unknown,
  evaluator: Evaluator,
): Completion {
  let completion: Completion;
  for (const node of branches.flatMap((branch) => (branch ? [...descendantsOf(branch)] : []))) {
    const target = node.name === 'AssignmentExpression' ? node.firstChild : undefined;
    const name = target ? evaluator.textOf(target).replace(/[.[].*$/, '') : undefined;
    if (name !== undefined && evaluator.frame.has(name)) evaluator.frame.names.set(name, why);
    if (node.name === 'ReturnStatement') completion = { returned: why };
  }
  return completion;
}

function assign(node: SyntaxNode | null, evaluator: Evaluator, exports?: Exports): void {
  const [target, operator, value] = node ? childrenOf(node) : [];
  if (!target || operator?.name !== 'Equals' || !value) return;
  const text = evaluator.textOf(target);
  const [, property] = /^(?:module\.exports|exports)(?:\.(\w+))?$/.exec(text) ?? [];
  if (text === 'module.exports') exports?.set('default', evaluator.evaluate(value), value);
  else if (property !== undefined) exports?.set(property, evaluator.evaluate(value), value);
  else if (target.name === 'VariableName') evaluator.frame.names.set(text, evaluator.evaluate(value));
  else assignMember(text, evaluator.evaluate(value), evaluator);
}

/** `config.host = …` */
function assignMember(text: string, value: Literal, { frame }: Evaluator): void {
  const [name = '', ...path] = text.split('.');
  if (path.every((key) => /^\w+$/.test(key)) && frame.has(name))
    frame.names.set(name, withMember(frame.find(name), path, value));
}

export function withMember(object: Literal, [key, ...rest]: readonly string[], value: Literal): Literal {
  if (key === undefined) return value;
  if (!isLiteralRecord(object))
    return object instanceof Unknown ? object : { [key]: withMember({}, rest, value) };
  return { ...object, [key]: withMember(object[key] ?? {}, rest, value) };
}

function importNames(node: SyntaxNode, evaluator: Evaluator, exports?: Exports): void {
  const source = node.getChild('String');
  const module = source && exports?.imported(evaluator.textOf(source).slice(1, -1));
  if (!isLiteralRecord(module)) return;
  const bindName = (local: SyntaxNode | null, value: Literal) => {
    if (local && value !== undefined) evaluator.frame.names.set(evaluator.textOf(local), value);
  };
  const isNamespace = node.getChild('Star') !== null;
  bindName(node.getChild('VariableDefinition'), isNamespace ? module : at(module, 'default'));
  const group = childrenOf(node.getChild('ImportGroup') ?? node);
  group.forEach((part, index) => {
    if (part.name !== 'VariableDefinition' || part.parent?.name !== 'ImportGroup') return;
    const original = group[index - 1]?.name === 'as' ? group[index - 2] : part;
    if (original) bindName(part, at(module, evaluator.textOf(original)));
  });
}

function exportFrom(node: SyntaxNode, evaluator: Evaluator, exports?: Exports): void {
  const [, marker, value] = childrenOf(node);
  if (marker && value && /^(default|Equals)$/.test(marker.name)) {
    if (value.name === 'FunctionDeclaration') exports?.set('default', functionValue(value, evaluator), value);
    else exports?.set('default', evaluator.evaluate(value), value);
    return;
  }
  if (!marker) return;
  if (marker.name === 'FunctionDeclaration') declareFunction(marker, evaluator);
  runStatement(marker, evaluator);
  for (const name of exportedNames(marker)) {
    const text = evaluator.textOf(name);
    exports?.set(text, evaluator.frame.find(text), name);
  }
}

function exportedNames(node: SyntaxNode): readonly SyntaxNode[] {
  return node.name === 'ExportGroup'
    ? node.getChildren('VariableName')
    : node.getChildren('VariableDefinition');
}
