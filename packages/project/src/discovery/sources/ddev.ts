import { engineNamed } from '../engines.ts';
import type { Draft } from '../found.ts';
import { at, type Literal } from '../literal/literal.ts';
import { parseYaml } from '../literal/yaml.ts';
import type { ComposeService } from './compose-services.ts';
import type { SourceContext } from './source.ts';

const FILES = ['.ddev/config.yaml', '.ddev/config.local.yaml'];

interface Ddev {
  readonly engine: Literal;
  readonly port: Literal;
}

/** The database that DDEV runs: `db`, with the same name for user and password. */
export async function readDdev(context: SourceContext): Promise<readonly Draft[]> {
  const found = await settingsOf(context);
  if (!found) return [];
  const { engine, port } = found;
  const fixed = { host: '127.0.0.1', user: 'db', password: 'db', database: 'db' };
  const problems = port === undefined ? ['DDEV picks the port when it starts: set host_db_port'] : [];
  return [{ file: FILES[0] ?? '', key: 'database', engine, ...fixed, port, problems }];
}

/** For settings that name the container `db` as the host. */
export async function ddevService(context: SourceContext): Promise<readonly ComposeService[]> {
  const found = await settingsOf(context);
  if (!found) return [];
  const container = engineNamed(String(found.engine))?.defaultPort ?? 0;
  const file = context.files.nameOf(FILES[0] ?? '');
  const ports = [{ container, published: found.port }];
  const service = { name: 'db', names: ['db'], file, line: undefined, image: undefined, isOwn: false };
  return [{ ...service, environment: {}, dependsOn: [], ports, mounts: [] }];
}

async function settingsOf({ files }: SourceContext): Promise<Ddev | undefined> {
  const documents: Literal[] = [];
  for (const file of FILES) {
    const parsed = await parseYaml((await files.read(file)) ?? '');
    if ('documents' in parsed && parsed.documents[0] !== undefined) documents.unshift(parsed.documents[0]);
  }
  if (documents.length === 0) return undefined;
  const find = (...keys: readonly string[]) =>
    documents.map((document) => at(document, ...keys)).find((value) => value !== undefined);
  return { engine: find('database', 'type') ?? 'mariadb', port: find('host_db_port') };
}
