import { resolve } from 'node:path';
import { isRecord } from '@molehill/core/record';

/** Fields of a connection that an address gave; whether they suffice is for the schema to say. */
export type DsnFields = Readonly<Record<string, unknown>>;

export type SplitDsn = { readonly fields: DsnFields } | { readonly problem: string };

type TlsFiles = 'ca' | 'cert' | 'key';
type TlsMode = 'disable' | 'require' | 'verify-ca' | 'verify-full';

const engines: Readonly<Record<string, 'postgres' | 'mysql'>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mysql2: 'mysql',
  mariadb: 'mysql',
};

/** What both engines' own clients call their modes. The ones that try without TLS too are left to the driver's default. */
const tlsModes: Readonly<Record<string, TlsMode | undefined>> = {
  disable: 'disable',
  disabled: 'disable',
  false: 'disable',
  '0': 'disable',
  allow: undefined,
  prefer: undefined,
  preferred: undefined,
  require: 'require',
  required: 'require',
  true: 'require',
  '1': 'require',
  'verify-ca': 'verify-ca',
  verify_ca: 'verify-ca',
  'verify-full': 'verify-full',
  verify_identity: 'verify-full',
};

/** Fields of an address that name files. */
const PATHS = new Set(['file', 'ca', 'cert', 'key']);

const modeParameters = ['sslmode', 'ssl-mode', 'ssl_mode', 'ssl'];
const fileParameters: readonly (readonly [TlsFiles, readonly string[]])[] = [
  ['ca', ['sslrootcert', 'sslca', 'ssl-ca', 'ssl_ca']],
  ['cert', ['sslcert', 'ssl-cert', 'ssl_cert']],
  ['key', ['sslkey', 'ssl-key', 'ssl_key']],
];

/** Splits `postgres://…`, `mysql://…`, `sqlite:…` or the path of a SQLite file. Nothing of it is repeated in a problem: it may hold a password. */
export function splitDsn(dsn: string): SplitDsn {
  const text = dsn.trim();
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  const engine = scheme === undefined ? undefined : engines[scheme.replace(/[+].*$/, '')];
  if (engine) return splitAddress(engine, text);
  if (scheme === 'sqlite' || scheme === 'sqlite3' || scheme === 'file') return splitFile(text);
  if (looksLikePath(text)) return { fields: { type: 'sqlite', file: text } };
  return { problem: 'must begin with postgres://, mysql:// or sqlite:, or be the path of a SQLite file' };
}

/**
 * Replaces the `dsn` of a connection's definition by the fields in it. Fields written beside it win. Where a folder is given,
 * relative paths in the address count from there.
 */
export function expandDsn(
  definition: unknown,
  folder?: string,
): { readonly value: unknown; readonly problem?: string } {
  if (!isRecord(definition) || typeof definition.dsn !== 'string') return { value: definition };
  const { dsn, ...beside } = definition;
  const split = splitDsn(dsn);
  if ('problem' in split) return { value: beside, problem: split.problem };
  const given = Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== undefined));
  const fields = folder === undefined ? split.fields : inFolder(split.fields, folder);
  return { value: { ...fields, ...given } };
}

/** Connections of the environment, a JSON array, with their addresses replaced; what is no such thing is left to whoever reads it. */
export function expandDsnsInJson(text: string | undefined): string | undefined {
  if (!text?.includes('"dsn"')) return text;
  try {
    const definitions: unknown = JSON.parse(text);
    return Array.isArray(definitions) ? JSON.stringify(definitions.map(expandOrKeep)) : text;
  } catch {
    return text;
  }
}

/** An address that cannot be split stays, so that the schema can say what is wrong with it. */
export function expandOrKeep(definition: unknown): unknown {
  const { value, problem } = expandDsn(definition);
  return problem === undefined ? value : definition;
}

function inFolder(fields: DsnFields, folder: string): DsnFields {
  const place = (value: unknown, key: string) =>
    typeof value === 'string' && PATHS.has(key) ? resolve(folder, value) : value;
  const placeAll = (record: DsnFields): DsnFields =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        key,
        isRecord(value) ? placeAll(value) : place(value, key),
      ]),
    );
  return placeAll(fields);
}

function splitAddress(type: 'postgres' | 'mysql', text: string): SplitDsn {
  const url = parseUrl(text);
  if (!url) return { problem: 'is not a valid address: write special characters of the password as %XX' };
  const host = decode(url.hostname).replace(/^\[|\]$/g, '') || (url.searchParams.get('host') ?? '');
  if (host.includes(',')) return { problem: 'names several hosts: name one' };
  const tls = tlsOf(url.searchParams);
  if (tls === undefined)
    return {
      problem: 'asks for a TLS mode that is not known: use disable, require, verify-ca or verify-full',
    };
  const fields = {
    type,
    host: host || '127.0.0.1',
    port: portOf(url),
    user: decode(url.username) || url.searchParams.get('user') || undefined,
    password: decode(url.password) || url.searchParams.get('password') || undefined,
    database: decode(url.pathname.replace(/^\//, '')) || undefined,
    tls: Object.keys(tls).length > 0 ? { mode: 'verify-full', ...tls } : undefined,
  };
  return { fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) };
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function portOf(url: URL): number | undefined {
  const port = url.port || url.searchParams.get('port');
  return port ? Number(port) : undefined;
}

/** Nothing when the mode is not one we know. */
function tlsOf(
  parameters: URLSearchParams,
): { mode?: TlsMode; ca?: string; cert?: string; key?: string } | undefined {
  const asked = modeParameters.map((name) => parameters.get(name)).find((value) => value !== null);
  if (asked !== undefined && !(asked.toLowerCase() in tlsModes)) return undefined;
  const mode = asked === undefined ? undefined : tlsModes[asked.toLowerCase()];
  const files = fileParameters.flatMap(([field, names]) => {
    const path = names.map((name) => parameters.get(name)).find((value) => value !== null);
    return path ? [[field, path] as const] : [];
  });
  return { ...(mode ? { mode } : {}), ...Object.fromEntries(files) };
}

/** `sqlite:a.db` and `sqlite://a.db` are relative, `sqlite:///a.db` is absolute; what follows a `?` is for other drivers. */
function splitFile(text: string): SplitDsn {
  const rest = text.replace(/^[a-z0-9]+:/i, '').replace(/\?.*$/, '');
  const path = decode(rest.replace(/^\/\//, '').replace(/^\/{2,}/, '/'));
  return path === '' ? { problem: 'names no file' } : { fields: { type: 'sqlite', file: path } };
}

function looksLikePath(text: string): boolean {
  if (/^[a-z]:[\\/]/i.test(text)) return true;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return false;
  return /[\\/]/.test(text) || /\.(db3?|s?sqlite3?)$/i.test(text);
}

/** A stray percent sign is what it is. */
function decode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}
