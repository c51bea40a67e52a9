import { dirname } from 'node:path';
import type { SyntaxNode } from '@lezer/common';
import type { Variables } from '../variables.ts';
import { computed, type Literal, Unknown } from './literal.ts';
import {
  type Arguments,
  childrenOf,
  joinedPath,
  type Language,
  type Located,
  SourceModule,
  withoutTypes,
} from './source-module.ts';

const first = ({ positional: [value] }: Arguments) => value;

function toNumber({ positional: [value] }: Arguments): Literal {
  if (value instanceof Unknown || value === undefined) return value;
  const number = Number(value);
  return Number.isNaN(number) ? computed : number;
}

/** `path.join(__dirname, '/file')` stays in the folder. */
function joinSegments({ positional }: Arguments): Literal {
  return joinedPath(
    positional.map((part, index) =>
      index > 0 && typeof part === 'string' ? part.replace(/^\/+/, '') : part,
    ),
  );
}

const javascript: Language = {
  environment: /^(process|import\.meta)\.env$/,
  constants: { undefined: () => undefined, __dirname: dirname, 'import.meta.dirname': dirname },
  calls: {
    defineConfig: first,
    defineDataSource: first,
    String: first,
    env: ({ positional: [name] }, variables) => variables.get(String(name)),
    Number: toNumber,
    parseInt: toNumber,
    'Number.parseInt': toNumber,
    'path.join': joinSegments,
    'path.resolve': joinSegments,
    join: joinSegments,
    resolve: joinSegments,
  },
};

export class JavaScriptModule {
  readonly #module: SourceModule;

  constructor(module: SourceModule) {
    this.#module = module;
  }

  /** `export default`, `module.exports =` or `export =`. */
  get defaultExport(): Located | undefined {
    const [node] = this.#exported();
    return node && this.#module.locate(node);
  }

  /** The first argument of a top-level `new <name>(…)`. */
  constructed(name: string): Located | undefined {
    for (const node of [...this.#module.definitions.values(), ...this.#exported()].map(withoutTypes)) {
      const [, callee] = childrenOf(node);
      const argument = node.getChild('ArgList')?.firstChild?.nextSibling;
      if (node.name === 'NewExpression' && callee && this.#module.textOf(callee) === name && argument)
        return this.#module.locate(argument);
    }
    return undefined;
  }

  #exported(): SyntaxNode[] {
    return this.#module.statements.flatMap((statement) => {
      const assignment = statement.getChild('AssignmentExpression');
      const isModule =
        assignment?.firstChild && this.#module.textOf(assignment.firstChild) === 'module.exports';
      if (isModule) return assignment.lastChild ?? [];
      const marker = statement.getChild('default') ?? statement.getChild('Equals');
      return statement.name === 'ExportDeclaration' ? (marker?.nextSibling ?? []) : [];
    });
  }
}

/** The parser is loaded with the first file. */
export async function parseJavaScript(
  text: string,
  path: string,
  variables: Variables,
): Promise<JavaScriptModule> {
  const { parser } = await import('@lezer/javascript');
  const dialect = /\.[cm]?tsx?$/.test(path) ? 'ts' : '';
  const tree = parser.configure({ dialect }).parse(text);
  return new JavaScriptModule(new SourceModule(text, tree, path, variables, javascript));
}
