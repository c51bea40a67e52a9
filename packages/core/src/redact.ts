const MASK = '***';
/** Below this a known secret would also hide ordinary words and numbers of an answer. */
const SAFE_TO_HIDE_IN_DATA = 6;

const SECRET_KEY =
  /pass(word|wd|phrase)?$|^pwd$|secret|token$|api[_-]?key|private[_-]?key|authorization|cookie|credential/i;

const SECRET_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
  [/([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@/]+@/gi, `$1:${MASK}@`],
  [/\b(Bearer|Basic|ApiKey)\s+[A-Za-z0-9+/=._~-]{6,}/gi, `$1 ${MASK}`],
  [
    /((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|authorization)["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;&"']+)/gi,
    `$1${MASK}`,
  ],
  [/\b(ghp|gho|ghs|github_pat|sk|xox[abprs]|glpat|AKIA|ASIA)[-_A-Za-z0-9]{12,}/g, MASK],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, MASK],
];

export interface Redactor {
  /** From now on this value appears nowhere. */
  add(secret: string | undefined): void;
  /** For data a tool answers with: hides known secrets only, because data must come back as it is. */
  known(text: string): string;
  /** For logs, errors and the audit: hides known secrets and whatever looks like one. */
  suspected(text: string): string;
  /** `suspected` for a JSON value, which also hides what stands under a telling key. */
  suspectedValue(value: unknown): unknown;
}

function spellings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret);
  return [secret, json, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url')];
}

export function createRedactor(): Redactor {
  const known = new Set<string>();
  let ordered: string[] = [];

  const hide = (text: string, minimum: number): string =>
    ordered.reduce((rest, secret) => (secret.length < minimum ? rest : rest.replaceAll(secret, MASK)), text);

  const suspected = (text: string): string =>
    SECRET_SHAPES.reduce((rest, [shape, mask]) => rest.replace(shape, mask), hide(text, 1));

  const suspectedValue = (value: unknown): unknown => {
    if (typeof value === 'string') return suspected(value);
    if (Array.isArray(value)) return value.map(suspectedValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        suspected(key),
        SECRET_KEY.test(key) && inner !== undefined && inner !== null ? MASK : suspectedValue(inner),
      ]),
    );
  };

  return {
    add(secret) {
      if (!secret) return;
      for (const spelling of spellings(secret)) known.add(spelling);
      ordered = [...known].sort((a, b) => b.length - a.length);
    },
    known: (text) => hide(text, SAFE_TO_HIDE_IN_DATA),
    suspected,
    suspectedValue,
  };
}
