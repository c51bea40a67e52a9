import { credentialShapes } from '@molehill/core/redact';

/** Values of these names are secrets. Compared without case, `_` and `-`. `pwd` is a folder, and stays visible. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'secret',
  'secretkey',
  'secretaccesskey',
  'clientsecret',
  'apikey',
  'apisecret',
  'accesskey',
  'privatekey',
  'signingkey',
  'encryptionkey',
  'token',
  'apitoken',
  'accesstoken',
  'authtoken',
  'bearertoken',
  'idtoken',
  'refreshtoken',
  'sessiontoken',
  'csrftoken',
  'authorization',
  'credential',
]);

/** `DB_PASSWORD`, `userPassword` and `GITHUB_TOKEN`, but neither `passwordLength` nor a parser's `nextToken`. */
const SECRET_ENDING =
  /(?:[_-]|(?<=[a-z0-9])(?=[A-Z]))(?:password|passwd|passphrase|secret|secret_?key|api_?key|access_?key|private_?key|access_?token|auth_?token|refresh_?token)$/i;
const SECRET_ENVIRONMENT_NAME = /^[A-Z0-9]+(?:_[A-Z0-9]+)*_(?:TOKEN|PASS)$/;

/** Values that reveal nothing, and that a person debugging must see: nothing, empty, false. */
const HARMLESS =
  /^(?:|''|""|``|b''|b""|u''|null|undefined|none|nil|nullptr|true|false|0x0|\[\]|\{\}|<nil>|0x0+(?: ""| <null>)?)$/i;

/** `password: "x"` and `'api_key' = x` inside a longer text, such as the preview of an object. */
const NAMED_VALUE =
  /((?<![A-Za-z0-9_$-])["']?([A-Za-z][A-Za-z0-9_-]{2,40})["']?\s{0,4}(?:=>|[:=])\s{0,4})("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[^\s,;&"'`(){}[\]<>]+)/g;

export interface Masked {
  readonly text: string;
  readonly isMasked: boolean;
}

/** Whether the value of a variable with this name is a secret, whatever it looks like. */
export function isSecretName(name: string): boolean {
  const plain = name.replace(/^[\s*&'"[(#.$]+|['"\])\s]+$/g, '');
  return (
    SECRET_NAMES.has(plain.toLowerCase().replace(/[_-]/g, '')) ||
    SECRET_ENDING.test(plain) ||
    SECRET_ENVIRONMENT_NAME.test(plain)
  );
}

/** The value of a variable as it may be shown. */
export function maskValue(name: string, value: string): Masked {
  if (isSecretName(name) && !HARMLESS.test(value.trim()))
    return { text: placeholder(labelOf(name)), isMasked: true };
  const text = maskText(value);
  return { text, isMasked: text !== value };
}

/** Hides credentials by their shape, and values of secret names, wherever they stand in a text. */
export function maskText(text: string): string {
  const shaped = credentialShapes.reduce(
    (rest, { pattern, contains = '', label, masked }) =>
      rest.includes(contains) ? rest.replace(pattern, masked(placeholder(label))) : rest,
    text,
  );
  return shaped.includes(':') || shaped.includes('=') ? maskNamed(shaped) : shaped;
}

/** A value that is shown may itself contain a name and a value: `Warning: secret=x`. */
function maskNamed(text: string): string {
  const pattern = new RegExp(NAMED_VALUE);
  let shown = '';
  let from = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [, before = '', name = '', value = ''] = found;
    const isHidden = isSecretName(name) && !HARMLESS.test(value);
    const end = found.index + before.length;
    shown += text.slice(from, end) + (isHidden ? placeholder(labelOf(name)) : '');
    from = isHidden ? end + value.length : end;
    pattern.lastIndex = Math.max(from, found.index + 1);
  }
  return shown + text.slice(from);
}

/** The variable that an expression reads: `user.password`, `env["API_KEY"]`, `cfg->token`. */
export function nameRead(expression: string): string {
  const subscript = /\[\s*(["'`])([^"'`]+)\1\s*\]\s*$/.exec(expression);
  if (subscript) return subscript[2] ?? '';
  return /([A-Za-z_$][\w$]*)\s*$/.exec(expression)?.[1] ?? '';
}

function placeholder(label: string): string {
  return `[masked: ${label}]`;
}

function labelOf(name: string): string {
  return name.replace(/[^\w-]/g, '').slice(0, 40);
}
