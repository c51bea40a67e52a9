import { dirname, join, posix } from 'node:path';
import type { SyntaxNode } from '@lezer/common';
import { lineAt, type ProjectFiles } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import { type Arguments, Evaluator, type Language, MAX_STEPS } from './evaluator.ts';
import { Frame } from './frame.ts';
import { callJavascript, javascriptMember } from './javascript-calls.ts';
import { type Exports, functionOf, runStatements } from './javascript-statements.ts';
import { FunctionValue, type Literal, parseJsonc } from './literal.ts';
import { childrenOf, descendantsOf, withoutTypes } from './syntax.ts';

export interface Located {
  readonly value: Literal;
  readonly line: number;
}

/** A module after its top-level statements were evaluated. */
export interface Script {
  /** `default` and `module.exports` are both `default`. */
  readonly exports: Readonly<Record<string, Located>>;
  /** The arguments of every call of a function or constructor with this name. */
  callsOf(name: RegExp): readonly (Arguments & { readonly line: number })[];
}

const EXTENSIONS = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '.json', '/index.ts', '/index.js'];
const SPECIFIER = /(?:from|require\(|import\(|import)\s*["']([^"']+)["']/g;
const MAX_MODULES = 15;

/** Reads modules of a project, and those of the project that they import. The parser is loaded with the first file. */
export class ScriptLoader {
  readonly #files: ProjectFiles;
  readonly #variables: Variables;
  readonly #loaded = new Map<string, Script | undefined>();

  constructor(files: ProjectFiles, variables: Variables) {
    this.#files = files;
    this.#variables = variables;
  }

  /** Undefined when there is no such file. */
  async load(path: string): Promise<Script | undefined> {
    if (this.#loaded.has(path) || this.#loaded.size >= MAX_MODULES) return this.#loaded.get(path);
    // Set before it is read, so that modules that import each other end.
    this.#loaded.set(path, undefined);
    const text = await this.#files.read(path);
    if (text === undefined) return undefined;
    const script = path.endsWith('.json') ? ofJson(text) : await this.evaluate(path, text);
    this.#loaded.set(path, script);
    return script;
  }

  /** A text in place of the file's own, for languages that can be written as JavaScript. */
  async evaluate(path: string, text: string): Promise<Script> {
    const imports = new Map<string, Literal>();
    for (const [, specifier = ''] of text.matchAll(SPECIFIER)) {
      const module = await this.#import(specifier, posix.dirname(path));
      if (module) imports.set(specifier, valuesOf(module.exports));
    }
    const { parser } = await import('@lezer/javascript');
    const dialect = /\.[cm]?tsx?$/.test(path) ? 'ts' : '';
    const { topNode } = parser.configure({ dialect }).parse(text);
    const language = javascript(imports);
    const absolute = join(this.#files.root, path);
    return evaluated(
      topNode,
      new Evaluator(
        { text, path: absolute, variables: this.#variables, language, budget: { steps: MAX_STEPS } },
        new Frame(),
      ),
      imports,
    );
  }

  async #import(specifier: string, folder: string): Promise<Script | undefined> {
    const [, alias, inner = ''] = /^([@~])\/(.+)$/.exec(specifier) ?? [];
    const bases =
      alias === undefined
        ? /^\.\.?(\/|$)/.test(specifier)
          ? [posix.join(folder, specifier)]
          : []
        : [`src/${inner}`, inner];
    const paths = bases.flatMap((base) => [
      ...EXTENSIONS.map((extension) => base + extension),
      base.replace(/\.([cm]?)js$/, '.$1ts'),
    ]);
    for (const path of paths) {
      if (!/\.([cm]?[jt]s|json)$/.test(path) || !(await this.#files.exists(path))) continue;
      return this.load(path);
    }
    return undefined;
  }
}

function ofJson(text: string): Script {
  const parsed = parseJsonc(text);
  const value = 'value' in parsed ? parsed.value : undefined;
  return { exports: { default: { value, line: 1 } }, callsOf: () => [] };
}

function valuesOf(exports: Script['exports']): Literal {
  return Object.fromEntries(Object.entries(exports).map(([name, { value }]) => [name, value]));
}

const itself = (path: string) => path;

const CONSTANTS = new Map<string, (path: string) => Literal>([
  ['undefined', () => undefined],
  ['__dirname', dirname],
  ['import.meta.dirname', dirname],
  ['__filename', itself],
  ['import.meta.filename', itself],
  ['import.meta.url', itself],
]);

function javascript(imports: ReadonlyMap<string, Literal>): Language {
  return {
    environment: /^(process|import\.meta|Bun)\.env$/,
    constants: CONSTANTS,
    call: (callee, given, variables) => {
      const [specifier] = given.positional;
      if (callee !== 'require' || typeof specifier !== 'string')
        return callJavascript(callee, given, variables);
      const module = imports.get(specifier);
      return typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
    },
    member: javascriptMember,
    functionOf,
  };
}

function evaluated(topNode: SyntaxNode, evaluator: Evaluator, imports: ReadonlyMap<string, Literal>): Script {
  const { text } = evaluator.module;
  const exported: Record<string, Located> = {};
  const exports: Exports = {
    set: (name, value, node) => {
      exported[name] = { value, line: lineAt(text, node.from) };
    },
    imported: (specifier) => imports.get(specifier),
  };
  runStatements(childrenOf(topNode), evaluator, exports);
  return { exports: exported, callsOf: (name) => [...callsOf(topNode, name, evaluator)] };
}

/** Tools call a function that is exported, some with helpers that the evaluator knows by their names. */
export function resultOf(value: Literal): Literal {
  return value instanceof FunctionValue ? value.call([], 0) : value;
}

function* callsOf(topNode: SyntaxNode, name: RegExp, evaluator: Evaluator) {
  for (const node of descendantsOf(topNode)) {
    if (!/^(Call|New)Expression$/.test(node.name)) continue;
    const [first, second] = childrenOf(node);
    const called = node.name === 'NewExpression' ? second : first;
    const list = node.getChild('ArgList');
    if (!called || !list || !name.test(evaluator.textOf(withoutTypes(called)))) continue;
    yield { ...evaluator.argumentsOf(list), line: lineAt(evaluator.module.text, node.from) };
  }
}
