import { join, posix } from 'node:path';
import type { ProjectFiles } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import { Evaluator, type Language, MAX_STEPS } from './evaluator.ts';
import { Frame } from './frame.ts';
import type { Literal } from './literal.ts';
import { callPython, pythonMember } from './python-calls.ts';
import { PythonModule } from './python-module.ts';
import { descendantsOf } from './syntax.ts';

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
