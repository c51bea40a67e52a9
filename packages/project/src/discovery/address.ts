import type { DsnFields } from 'dbmole-mcp/engines';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { engineNamed, engineOnPort, isFileEngine, titleOf, unsupportedNamed } from './engines.ts';

export type ParsedAddress =
  | { readonly fields: DsnFields }
  | { readonly problem: string; readonly engine?: string };

/** Drivers that stand before the engine in a JDBC URL. */
const WRAPPERS = /^(jdbc|r2dbc(:pool)?|p6spy|log4jdbc|aws-wrapper|otel|psdbproxy|ecto):(?=[a-z])/i;

/** Parses a URL as frameworks write it, including JDBC, SQLAlchemy and Prisma. A problem never quotes it: it may contain a password. */
export function parseAddress(written: string, named?: string): ParsedAddress {
  const text = withoutWrappers(written.trim());
  const special = parseGoMysql(text) ?? parsePairs(text, named);
  if (special) return special;
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return builtInEngines.parseDsn(text.includes('/') ? text : `./${text}`);
  const engine = builtInEngines.ofDsn(text);
  if (engine && isFileEngine(engine)) return builtInEngines.parseDsn(text.replace(/^(\w+)\+\w+:/, '$1:'));
  const known = engine ? text : withKnownScheme(text, scheme, named);
  const parsed = builtInEngines.parseDsn(withSlashes(known));
  return 'problem' in parsed
    ? explain(parsed.problem, scheme, builtInEngines.ofDsn(known) !== undefined)
    : parsed;
}

/** Whether a text is an address of a database, supported or not. */
export function isAddress(text: string): boolean {
  const plain = withoutWrappers(text.trim());
  if (/^(file|https?|ftp|redis|amqp|smtp|s3|kafka|nats|ws|null|ldap|memcached?)s?:/i.test(plain))
    return false;
  if (parseGoMysql(plain) || isKeywordDsn(plain)) return true;
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(plain)?.[1];
  if (scheme === undefined) return false;
  return engineNamed(scheme) !== undefined || unsupportedNamed(scheme) !== undefined;
}

/** The engine of an address that is for none that can be opened, whatever else it says. */
export function unsupportedIn(address: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(withoutWrappers(address.trim()))?.[1];
  return scheme === undefined ? undefined : unsupportedNamed(scheme);
}

function withoutWrappers(text: string): string {
  const inner = text.replace(WRAPPERS, '');
  return inner === text ? text : withoutWrappers(inner);
}

/** `pgsql://` and `postgis://` mean the engine as well, and `ecto://` the adapter's. */
function withKnownScheme(text: string, scheme: string, named: string | undefined): string {
  const engine = engineNamed(scheme === 'ecto' ? (named ?? '') : scheme);
  return engine && !isFileEngine(engine) ? text.replace(/^[^:]+/, engine.type) : text;
}

/** `jdbc:postgresql:name` is a local database. */
function withSlashes(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]+):(?!\/\/)/i, '$1://localhost/');
}

function explain(problem: string, scheme: string, isKnown: boolean): ParsedAddress {
  if (scheme.startsWith('prisma'))
    return { engine: scheme, problem: 'belongs to a Prisma service, which cannot be queried directly' };
  return isKnown
    ? { problem }
    : { engine: scheme, problem: `is for ${titleOf(scheme)}, which is not supported` };
}

const GO_MYSQL = /^(?:([^:@/]*)(?::(.*))?@)?(?:(tcp|unix)\(([^()]*)\))\/([^?]*)(?:\?.*)?$/;

/** `user:password@tcp(host:port)/database`, as Go programs write it. */
function parseGoMysql(text: string): ParsedAddress | undefined {
  const [found, user, password, network, place = '', database] = GO_MYSQL.exec(text) ?? [];
  if (found === undefined) return undefined;
  const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(place) ?? [];
  const target = network === 'unix' ? { host: place } : { host: host || '127.0.0.1', port: numeric(port) };
  return { fields: defined({ type: 'mysql', ...target, user, password, database }) };
}

/** What drivers call the fields of `name=value` pairs, which spaces or semicolons separate. */
const PAIRS = new Map<string, string>(
  Object.entries({
    host: 'host',
    server: 'host',
    hostaddr: 'host',
    'data source': 'host',
    datasource: 'host',
    addr: 'host',
    address: 'host',
    'network address': 'host',
    port: 'port',
    user: 'user',
    username: 'user',
    'user id': 'user',
    'user name': 'user',
    userid: 'user',
    uid: 'user',
    password: 'password',
    pwd: 'password',
    dbname: 'database',
    database: 'database',
    db: 'database',
    'initial catalog': 'database',
    filename: 'file',
  }),
);
const SQL_SERVER_ONLY =
  /(localdb\)|mssqllocaldb|\\sqlexpress|trusted_connection|integrated security|initial catalog|multipleactiveresultsets|trustservercertificate|attachdbfilename)/i;

function isKeywordDsn(text: string): boolean {
  return /(^|\s)(host|dbname)\s*=/.test(text) && /(^|\s)dbname\s*=/.test(text) && !text.includes(';');
}

/** `host=… dbname=…` of libpq, or `Server=…;Database=…` of .NET, whose engine is told by the provider or by its words. */
function parsePairs(text: string, named: string | undefined): ParsedAddress | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined;
  const isKeyword = isKeywordDsn(text);
  const isDotnet =
    /^\s*[a-z][a-z ]*=[^;]*(;|$)/i.test(text) && (text.includes(';') || /^data ?source=/i.test(text));
  if (!isKeyword && !isDotnet) return undefined;
  const fields = pairsOf(isKeyword ? keywordPairs(text) : text.split(';'));
  const engine = isKeyword ? 'postgres' : engineOfPairs(text, fields, named);
  if (engine === undefined) return { problem: 'does not tell which engine it is for' };
  const known = engineNamed(engine);
  if (!known) return { engine, problem: `is for ${titleOf(engine)}, which is not supported` };
  if (isFileEngine(known))
    return { fields: defined({ type: known.type, file: fields.host ?? fields.file ?? fields.database }) };
  const [, host, port] = /^(?:tcp:)?([^,:]*|\[.*\])(?:[,:](\d+))?$/.exec(fields.host ?? '') ?? [];
  return {
    fields: defined({
      ...fields,
      type: known.type,
      host: host || '127.0.0.1',
      port: numeric(fields.port ?? port),
    }),
  };
}

function keywordPairs(text: string): string[] {
  return text.match(/\w+\s*=\s*('(?:[^'\\]|\\.)*'|\S*)/g) ?? [];
}

function pairsOf(pairs: readonly string[]): Record<string, string | undefined> {
  const known = pairs.flatMap((pair) => {
    const [, name = '', value = ''] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
    const field = PAIRS.get(name.toLowerCase());
    return field === undefined || value === '' ? [] : [[field, value.replace(/^(['"])(.*)\1$/s, '$2')]];
  });
  return Object.fromEntries(known);
}

/** A provider named beside it wins. Each driver has words of its own. */
function engineOfPairs(
  text: string,
  { host = '', port, user }: Readonly<Record<string, string | undefined>>,
  named: string | undefined,
): string | undefined {
  if (named !== undefined) return named;
  if (SQL_SERVER_ONLY.test(text)) return 'sqlserver';
  if (/\.(db3?|sqlite3?)$|:memory:/i.test(host)) return 'sqlite';
  if (/^\s*host=/i.test(text) || /;\s*host=/i.test(text)) return port === '3306' ? 'mysql' : 'postgres';
  if (/(^|;)\s*(sslmode|search path|include error detail)=/i.test(text)) return 'postgres';
  if (/(^|;)\s*(uid|allowuservariables|convert ?zero|charset|sslmode=none)/i.test(text)) return 'mysql';
  if (port !== undefined) return port === '1433' ? 'sqlserver' : engineOnPort(port)?.type;
  if (user === 'root') return 'mysql';
  if (user === 'postgres') return 'postgres';
  return /(^|;)\s*(server|data source)=/i.test(text) ? 'sqlserver' : undefined;
}

function numeric(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function defined(fields: Readonly<Record<string, unknown>>): DsnFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  );
}
