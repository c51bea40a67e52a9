import { keysByWord } from '../../word-list.ts';
import type { ParsedDsn } from '../engine.ts';

/** The names that the clients of both engines use. `default` also tries without TLS, as the driver does. */
const TLS_MODES = keysByWord({
  disable: 'disable disabled false 0',
  default: 'allow prefer preferred',
  require: 'require required true 1',
  'verify-ca': 'verify-ca verify_ca',
  'verify-full': 'verify-full verify_identity',
});

const TLS_FILES = {
  ca: ['sslrootcert', 'sslca', 'ssl-ca', 'ssl_ca'],
  cert: ['sslcert', 'ssl-cert', 'ssl_cert'],
  key: ['sslkey', 'ssl-key', 'ssl_key'],
};

/** Parses `scheme://user:password@host:port/database?sslmode=…`. A problem never quotes the DSN: it may contain a password. */
export function parseServerDsn(text: string): ParsedDsn {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return { problem: 'is not a valid URL: percent-encode special characters of the password' };
  const { searchParams: query } = url;
  const host = decodePercent(url.hostname).replace(/^\[|\]$/g, '') || (query.get('host') ?? '');
  if (host.includes(',')) return { problem: 'names several hosts: name one' };
  const mode = firstOf(query, ['sslmode', 'ssl-mode', 'ssl_mode', 'ssl'])?.toLowerCase() ?? 'allow';
  const tlsMode = TLS_MODES.get(mode);
  if (tlsMode === undefined)
    return { problem: 'has an unknown TLS mode: use disable, require, verify-ca or verify-full' };
  const port = url.port || query.get('port');
  return {
    fields: defined({
      host: host || '127.0.0.1',
      port: port ? Number(port) : undefined,
      user: decodePercent(url.username) || query.get('user') || undefined,
      password: decodePercent(url.password) || query.get('password') || undefined,
      database: decodePercent(url.pathname.replace(/^\//, '')) || undefined,
      tls: tlsOf(query, tlsMode === 'default' ? undefined : tlsMode),
    }),
  };
}

/** A certificate without a mode is meant to be verified. */
function tlsOf(query: URLSearchParams, mode: string | undefined) {
  const files = Object.entries(TLS_FILES).map(([field, names]) => [
    field,
    firstOf(query, names) || undefined,
  ]);
  const tls = defined({ mode, ...Object.fromEntries(files) });
  return Object.keys(tls).length > 0 ? { mode: 'verify-full', ...tls } : undefined;
}

function firstOf(query: URLSearchParams, names: readonly string[]): string | undefined {
  return names.map((name) => query.get(name)).find((value) => value !== null) ?? undefined;
}

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
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
