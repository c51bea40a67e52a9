const MASK = '***';
/** A secret of at least this length is redacted wherever it occurs, also inside a word and in data. */
const LONG = 6;
/**
 * A shorter one would also match ordinary words and numbers. It is redacted as a whole word in errors, logs and the
 * audit, and from this length only: a single letter would leave nothing to read.
 */
const SHORT = 4;

const SECRET_KEY =
  /pass(word|wd|phrase)?$|^pwd$|secret|token$|api[_-]?key|private[_-]?key|authorization|cookie|credential/i;

/** A credential that is recognised by its shape alone, wherever it stands. */
export interface CredentialShape {
  readonly label: string;
  readonly pattern: RegExp;
  /** Every match contains it; looking for it first is faster. */
  readonly contains?: string;
  /** What replaces a match, with the mask in the place of the secret part. */
  masked(mask: string): string;
}

/** Each pattern runs in linear time: callers send megabytes of text. */
export const credentialShapes: readonly CredentialShape[] = [
  {
    label: 'private key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    contains: '-----BEGIN ',
    masked: (mask) => mask,
  },
  {
    label: 'password in URL',
    pattern: /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"]*):(?:\\.|[^\s/"\\])+@/gi,
    contains: '://',
    masked: (mask) => `$1:${mask}@`,
  },
  {
    label: 'authorization',
    pattern: /\b(Bearer|Basic|ApiKey)\s+[A-Za-z0-9+/=._~-]{6,}/gi,
    masked: (mask) => `$1 ${mask}`,
  },
  {
    label: 'access token',
    pattern: /\b(gh[pousr]_|github_pat_|sk[-_]|xox[abprs]-|glpat-|AKIA|ASIA)[-_A-Za-z0-9]{12,}/g,
    masked: (mask) => mask,
  },
  {
    label: 'JWT',
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
    contains: 'eyJ',
    masked: (mask) => mask,
  },
];

const NAMED_SECRET =
  /((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|authorization)(?:\\*["'])?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|\\+"[\s\S]*?\\+"|'[^']*'|[^\s,;&"']+)/gi;

/** The order matters: a named secret may be an address or begin with `Bearer`. */
const SECRET_SHAPES: readonly (readonly [RegExp, string])[] = credentialShapes
  .map(({ pattern, masked }): readonly [RegExp, string] => [pattern, masked(MASK)])
  .toSpliced(3, 0, [NAMED_SECRET, `$1${MASK}`]);

const LONGEST_REMEMBERED = 64;
const MOST_REMEMBERED = 1_000;

/** Deeper than any value that is output. */
const DEEPEST = 64;

export interface Redactor {
  /** Redacts this value from now on; one of less than four characters only where its place shows that it is a secret. */
  add(secret: string | undefined): void;
  /** For data of a tool: redacts known secrets only, because data must stay as it is. */
  known(text: string): string;
  /** Whether `known` would change no string of this JSON text. */
  knowsNothingIn(json: string): boolean;
  /** For logs, errors and the audit: redacts known secrets and whatever looks like one. */
  suspected(text: string): string;
  /** `suspected` for a JSON value; also redacts values of keys such as `password`. */
  suspectedValue(value: unknown): unknown;
}

/** Plain, in JSON, in nested JSON (a message in a log line), URL-encoded, form-encoded and in base64. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const json = inJson(secret);
  const address = encodeURIComponent(bytes.toString());
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [
    secret,
    json,
    inJson(json),
    address,
    form,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function longestFirst(secrets: ReadonlySet<string>): string[] {
  return [...secrets].sort((a, b) => b.length - a.length);
}

const WORD_CHARACTER = String.raw`[\p{L}\p{N}_]`;

/** Matches the secret where no letter or digit stands beside it. */
function asWord(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?<!${WORD_CHARACTER})${literal}(?!${WORD_CHARACTER})`, 'gu');
}

export function createRedactor(): Redactor {
  const known = { long: new Set<string>(), short: new Set<string>() };
  const remembered = new Map<string, string>();
  let long: readonly string[] = [];
  let longInJson: readonly string[] = [];
  let short: readonly RegExp[] = [];

  const hideLong = (text: string): string =>
    long.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);

  const hideShort = (text: string): string =>
    short.reduce((rest, secret) => rest.replace(secret, MASK), text);

  const looked = (text: string): string =>
    SECRET_SHAPES.reduce((rest, [shape, mask]) => rest.replace(shape, mask), hideShort(hideLong(text)));

  /** Most calls have the same few argument names. */
  const suspected = (text: string): string => {
    if (text.length > LONGEST_REMEMBERED) return looked(text);
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const shown = looked(text);
    remembered.set(text, shown);
    return shown;
  };

  const suspectedAt = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return suspected(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= DEEPEST) return MASK;
    if (Array.isArray(value)) return value.map((item) => suspectedAt(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        suspected(key),
        SECRET_KEY.test(key) && inner !== undefined && inner !== null ? MASK : suspectedAt(inner, depth + 1),
      ]),
    );
  };

  return {
    add(secret) {
      if (secret === undefined || secret.length < SHORT) return;
      const list = secret.length < LONG ? known.short : known.long;
      for (const spelling of spellings(secret)) list.add(spelling);
      long = longestFirst(known.long);
      longInJson = [...new Set(long.map(inJson))];
      short = longestFirst(known.short).map(asWord);
      remembered.clear();
    },
    known: hideLong,
    knowsNothingIn: (json) => longInJson.every((secret) => !json.includes(secret)),
    suspected,
    suspectedValue: (value) => suspectedAt(value, 0),
  };
}
