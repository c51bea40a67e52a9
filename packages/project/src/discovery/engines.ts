import { ConnectionDefinitions } from 'dbmole-mcp/definitions';
import type { DsnFields, Engine } from 'dbmole-mcp/engines';
import { builtInEngines } from 'dbmole-mcp/engines/registry';

export const definitions = new ConnectionDefinitions(builtInEngines);

/** Undefined for an engine that is not supported. Accepts `django.db.backends.sqlite3` and `mysql+pymysql`. */
export function engineNamed(name: string): Engine | undefined {
  return builtInEngines.named(name.toLowerCase().split('.').at(-1)?.replace(/\+.*$/, '') ?? '');
}

/** The engine whose default port this is, for a definition that names no engine. */
export function engineOnPort(port: unknown): Engine | undefined {
  return builtInEngines.engines.find(({ defaultPort }) => defaultPort === Number(port));
}

/** The engine whose databases are files. */
export function fileEngine(): Engine | undefined {
  return builtInEngines.engines.find(isFileEngine);
}

export function isFileEngine({ schema }: Engine): boolean {
  return 'file' in schema.shape;
}

export type ParsedAddress =
  | { readonly fields: DsnFields }
  | { readonly problem: string; readonly engine?: string };

/** Parses a URL as frameworks write it, including JDBC, SQLAlchemy and Prisma. A problem never quotes it: it may contain a password. */
export function parseAddress(written: string): ParsedAddress {
  const text = written.trim().replace(/^(jdbc|r2dbc(:pool)?):/i, '');
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return builtInEngines.parseDsn(text.includes('/') ? text : `./${text}`);
  const engine = builtInEngines.ofDsn(text);
  if (engine && isFileEngine(engine)) return builtInEngines.parseDsn(text);
  const parsed = builtInEngines.parseDsn(withSlashes(text));
  return 'problem' in parsed ? explain(parsed.problem, scheme, engine !== undefined) : parsed;
}

/** `jdbc:postgresql:name` is a local database. */
function withSlashes(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]+):(?!\/\/)/i, '$1://localhost/');
}

function explain(problem: string, scheme: string, isKnown: boolean): ParsedAddress {
  if (scheme.startsWith('prisma'))
    return {
      engine: scheme,
      problem: 'belongs to a Prisma service, which cannot be queried directly',
    };
  return isKnown ? { problem } : { engine: scheme, problem: `is for ${scheme}, which is not supported` };
}
