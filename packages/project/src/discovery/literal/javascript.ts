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

/**
 * The argument of a top-level `new <className>(…)`, or the value of `export default`, `module.exports =` or
 * `export =`. The parser is loaded with the first file.
 */
export async function readExport(
  text: string,
  path: string,
  variables: Variables,
  className?: string,
): Promise<Located | undefined> {
  const { parser } = await import('@lezer/javascript');
  const dialect = /\.[cm]?tsx?$/.test(path) ? 'ts' : '';
  const tree = parser.configure({ dialect }).parse(text);
  const module = new SourceModule(text, tree, path, variables, javascript);
  const exported = module.statements.flatMap((statement) => exportedBy(statement, module));
  const created = [...module.definitions.values(), ...exported].flatMap((expression) => {
    const node = withoutTypes(expression);
    const [, callee] = childrenOf(node);
    const isWanted = node.name === 'NewExpression' && callee && module.textOf(callee) === className;
    return isWanted ? (node.getChild('ArgList')?.firstChild?.nextSibling ?? []) : [];
  });
  const [node] = [...created, ...exported];
  return node && module.locate(node);
}

function exportedBy(statement: SyntaxNode, module: SourceModule): SyntaxNode | [] {
  const assignment = statement.getChild('AssignmentExpression');
  if (assignment?.firstChild && module.textOf(assignment.firstChild) === 'module.exports')
    return assignment.lastChild ?? [];
  const marker = statement.getChild('default') ?? statement.getChild('Equals');
  return statement.name === 'ExportDeclaration' ? (marker?.nextSibling ?? []) : [];
}
