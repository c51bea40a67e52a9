import type { Draft } from '../found.ts';
import {
  at,
  entriesOf,
  isLiteralRecord,
  type Literal,
  type LiteralRecord,
  mapTexts,
} from '../literal/literal.ts';
import { parseYaml } from '../literal/yaml.ts';
import { lineOf } from '../project-files.ts';
import { substitute } from '../variables.ts';
import { draftOf, type SourceContext } from './source.ts';

const FILES = [
  'config/packages/dev/doctrine.yaml',
  'config/packages/doctrine.yaml',
  'config/packages/doctrine.yml',
];
const PARAMETER = /%(?:env\((?:\w+:)*(\w+)\)|([\w.]+))%/g;

/** The connection of Doctrine. Its address is usually `%env(resolve:DATABASE_URL)%`. */
export async function readSymfony(context: SourceContext): Promise<readonly Draft[]> {
  const { files } = context;
  const config = await files.readFirst(FILES);
  const parsed = config && (await parseYaml(config.text));
  if (!config || !parsed) return [];
  const place = { file: config.path, line: lineOf(config.text, /^\s*dbal:/m) };
  if ('problem' in parsed) return [{ ...place, problems: [parsed.problem] }];
  const dbal = at(parsed.documents[0], 'doctrine', 'dbal');
  const connections = at(dbal, 'connections');
  const name =
    at(dbal, 'default_connection') ?? Object.keys(isLiteralRecord(connections) ? connections : {})[0];
  const connection = isLiteralRecord(connections) ? at(connections, String(name)) : dbal;
  if (!isLiteralRecord(connection)) return [];
  const draft = draftOf(filled(connection, context), { ...place, key: 'doctrine.dbal' });
  return draft.address === undefined && draft.database === undefined && draft.sqliteFile === undefined
    ? []
    : [draft];
}

function filled(connection: LiteralRecord, { files, variables }: SourceContext): LiteralRecord {
  const parameters: Readonly<Record<string, string>> = {
    'kernel.project_dir': files.root,
    'kernel.environment': 'dev',
  };
  const fill = (text: string): Literal =>
    substitute(text, PARAMETER, ([whole, variable, parameter = '']) =>
      variable === undefined ? (parameters[parameter] ?? whole) : resolved(variables.get(variable)),
    );
  const resolved = (value: Literal): Literal =>
    typeof value === 'string' && value.includes('%kernel.')
      ? value.replace(/%([\w.]+)%/g, (whole, name: string) => parameters[name] ?? whole)
      : value;
  return Object.fromEntries(entriesOf(connection).map(([key, value]) => [key, mapTexts(value, fill)]));
}
