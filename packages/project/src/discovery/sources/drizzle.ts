import type { Draft } from '../found.ts';
import { parseJsonc } from '../literal/jsonc.ts';
import { at, isLiteralRecord, type Literal } from '../literal/literal.ts';
import { readScript, UNPARSED } from './script-config.ts';
import type { SourceContext } from './source.ts';

const JSON_FILE = 'drizzle.config.json';

/** `drizzle.config.*`, where its credentials are literal. */
export async function readDrizzle(context: SourceContext): Promise<readonly Draft[]> {
  const script = await readScript(context, ['drizzle.config']);
  if (script) {
    const exported = script.module?.defaultExport;
    if (!exported) return [{ file: script.path, problems: [UNPARSED] }];
    return draftsOf(exported.value, { file: script.path, line: exported.line });
  }
  const text = await context.files.read(JSON_FILE);
  const parsed = text === undefined ? undefined : parseJsonc(text);
  return parsed && 'value' in parsed ? draftsOf(parsed.value, { file: JSON_FILE }) : [];
}

function draftsOf(config: Literal, place: Draft): readonly Draft[] {
  if (!isLiteralRecord(config)) return [{ ...place, problems: ['it is computed when the program runs'] }];
  const credentials = at(config, 'dbCredentials');
  if (credentials === undefined) return [];
  const dialect = at(config, 'dialect') ?? at(config, 'driver');
  return [
    {
      ...place,
      key: 'dbCredentials',
      engine: dialect === 'turso' ? undefined : dialect,
      address: at(credentials, 'url') ?? at(credentials, 'connectionString') ?? at(credentials, 'uri'),
      host: at(credentials, 'host'),
      port: at(credentials, 'port'),
      user: at(credentials, 'user'),
      password: at(credentials, 'password'),
      database: at(credentials, 'database'),
    },
  ];
}
