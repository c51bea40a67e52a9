import { posix } from 'node:path';
import type { Draft } from '../found.ts';
import {
  entriesOf,
  isLiteralRecord,
  type Literal,
  type LiteralRecord,
  parseJsonc,
} from '../literal/literal.ts';
import { escapePattern, lineOf, type ProjectFiles } from '../project-files.ts';
import type { SourceContext } from './source.ts';

const MAX_DEPTH = 4;
const MAX_FOLDERS = 300;
const SKIPPED = /^(\..*|node_modules|bin|obj|dist|wwwroot|.*tests?|.*\.Tests?|packages|artifacts)$/i;
/** The later wins. */
const FILES = [
  'appsettings.json',
  'appsettings.Development.json',
  'appsettings.Local.json',
  'appsettings.Development.local.json',
];
const PROVIDER = /^(db)?(provider|dialect|engine|type|databaseprovider|databasetype|dbprovider)$/i;
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/Npgsql/i, 'postgres'],
  [/MySql|MariaDb/i, 'mysql'],
  [/Sqlite/i, 'sqlite'],
  [/SqlServer|Data\.SqlClient/i, 'sqlserver'],
];

interface Written {
  readonly value: string;
  readonly key: string;
  readonly provider: string | undefined;
  readonly file: string;
  readonly line: number | undefined;
}

/** The connection strings of `appsettings.json` and its variants, wherever the programs are. */
export async function readDotnet({ files }: SourceContext): Promise<readonly Draft[]> {
  const drafts = (await foldersWithSettings(files)).map((folder) => draftsIn(folder, files));
  return (await Promise.all(drafts)).flat();
}

async function draftsIn(folder: string, files: ProjectFiles): Promise<readonly Draft[]> {
  const found = new Map<string, Written>();
  const problems: Draft[] = [];
  for (const file of FILES.map((name) => posix.join(folder, name))) {
    const text = (await files.read(file)) ?? '';
    const parsed = parseJsonc(text);
    if ('problem' in parsed) problems.push({ file, problems: [parsed.problem] });
    else for (const written of stringsIn(parsed.value, file, text)) found.set(written.key, written);
  }
  const engine = await packagedEngine(files, folder);
  return [
    ...byImportance([...found.values()]).map((written) => draftOf(written, engine, folder)),
    ...problems,
  ];
}

function draftOf(
  { value, key, provider, file, line }: Written,
  engine: string | undefined,
  folder: string,
): Draft {
  return { file, line, key, engine: provider ?? engine, address: value, folder };
}

async function foldersWithSettings(files: ProjectFiles): Promise<readonly string[]> {
  const folders = [{ path: '', depth: 0 }];
  const found: string[] = [];
  for (const { path, depth } of folders) {
    const entries = await files.list(path);
    if (entries.some(({ name }) => FILES.includes(name))) found.push(path);
    if (depth >= MAX_DEPTH || folders.length > MAX_FOLDERS) continue;
    const inner = entries.filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name));
    folders.push(...inner.map(({ name }) => ({ path: posix.join(path, name), depth: depth + 1 })));
  }
  return found;
}

/** Every `ConnectionStrings` entry, and every text named like a connection string with the provider beside it. */
function stringsIn(value: Literal, file: string, text: string, path: readonly string[] = []): Written[] {
  return entriesOf(value).flatMap(([name, inner]) => {
    const isListed = path.at(-1)?.toLowerCase() === 'connectionstrings';
    if (
      typeof inner === 'string' &&
      inner !== '' &&
      /=|:\/\//.test(inner) &&
      (isListed || /connection_?string$/i.test(name))
    ) {
      const line = lineOf(text, new RegExp(`"${escapePattern(name)}"\\s*:`));
      const provider = isLiteralRecord(value) ? providerOf(value) : undefined;
      return isOther(name, inner)
        ? []
        : [{ value: inner, key: [...path, name].join(':'), provider, file, line }];
    }
    return stringsIn(inner, file, text, [...path, name]);
  });
}

function providerOf(section: LiteralRecord): string | undefined {
  const value = Object.entries(section).find(([name]) => PROVIDER.test(name))?.[1];
  return typeof value === 'string' ? value : undefined;
}

/** Connection strings of caches, queues and storages. */
function isOther(name: string, value: string): boolean {
  return (
    /redis|cache|rabbit|bus|queue|storage|blob|elastic|seq|hangfire|insights|smtp|kafka|signalr|eventhub/i.test(
      name,
    ) || /^(https?|amqps?|redis):|AccountKey=|Endpoint=|InstrumentationKey=|^[\w.-]+:\d+(,|$)/i.test(value)
  );
}

function byImportance(found: readonly Written[]): readonly Written[] {
  const rank = ({ key }: Written) =>
    /default/i.test(key) ? 0 : /identity|log|read|replica/i.test(key) ? 2 : 1;
  return [...found].sort((a, b) => rank(a) - rank(b));
}

/** The engine whose package the program uses; undefined when there are several. */
async function packagedEngine(files: ProjectFiles, folder: string): Promise<string | undefined> {
  const projects = (await files.list(folder)).filter(({ name }) => name.endsWith('.csproj'));
  const paths = [...projects.map(({ name }) => posix.join(folder, name)), 'Directory.Packages.props'];
  for (const path of paths) {
    const text = (await files.read(path)) ?? '';
    const engines = PACKAGES.filter(([pattern]) =>
      new RegExp(`Include="[^"]*${pattern.source}`, 'i').test(text),
    );
    if (engines.length === 1) return engines[0]?.[1];
  }
  return undefined;
}
