import type { ParsedDsn } from '../engine.ts';

type TlsFile = 'ca' | 'cert' | 'key';
type TlsMode = 'disable' | 'require' | 'verify-ca' | 'verify-full';

/** The names both engines' own clients use. Modes that also try without TLS are left to the driver's default. */
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

const modeParameters = ['sslmode', 'ssl-mode', 'ssl_mode', 'ssl'];
const fileParameters: readonly (readonly [TlsFile, readonly string[]])[] = [
  ['ca', ['sslrootcert', 'sslca', 'ssl-ca', 'ssl_ca']],
  ['cert', ['sslcert', 'ssl-cert', 'ssl_cert']],
  ['key', ['sslkey', 'ssl-key', 'ssl_key']],
];

/** Parses `scheme://user:password@host:port/database?sslmode=…`. A problem never quotes the DSN: it may hold a password. */
export function parseServerDsn(text: string): ParsedDsn {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return { problem: 'is not a valid URL: percent-encode special characters of the password' };
  const host = decodePercent(url.hostname).replace(/^\[|\]$/g, '') || (url.searchParams.get('host') ?? '');
  if (host.includes(',')) return { problem: 'names several hosts: name one' };
  const tls = tlsOf(url.searchParams);
  if (tls === undefined)
    return { problem: 'has an unknown TLS mode: use disable, require, verify-ca or verify-full' };
  const fields = {
    host: host || '127.0.0.1',
    port: portOf(url),
    user: decodePercent(url.username) || url.searchParams.get('user') || undefined,
    password: decodePercent(url.password) || url.searchParams.get('password') || undefined,
    database: decodePercent(url.pathname.replace(/^\//, '')) || undefined,
    tls: Object.keys(tls).length > 0 ? { mode: 'verify-full', ...tls } : undefined,
  };
  return { fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) };
}

function portOf(url: URL): number | undefined {
  const port = url.port || url.searchParams.get('port');
  return port ? Number(port) : undefined;
}

/** Undefined when the mode is unknown. */
function tlsOf(
  parameters: URLSearchParams,
): { mode?: TlsMode; ca?: string; cert?: string; key?: string } | undefined {
  const firstValue = (names: readonly string[]) =>
    names.map((name) => parameters.get(name)).find((value) => value !== null);
  const mode = firstValue(modeParameters)?.toLowerCase();
  if (mode !== undefined && !(mode in tlsModes)) return undefined;
  const known = mode === undefined ? undefined : tlsModes[mode];
  const files = fileParameters.flatMap(([field, names]) => {
    const path = firstValue(names);
    return path ? [[field, path] as const] : [];
  });
  return { ...(known ? { mode: known } : {}), ...Object.fromEntries(files) };
}

/** Decodes what is valid and keeps a stray percent sign. */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}
