/** SQL's LIKE without regard to case in any script; a backslash takes a wildcard by its word. SQLite's own knows only ASCII. */
export function matchesLike(pattern: string, value: string): boolean {
  const parts = parse(pattern);
  const characters = [...value.toLowerCase()];
  let at = 0;
  let part = 0;
  let retryPart = -1;
  let retryAt = 0;
  while (at < characters.length) {
    if (parts[part] === ANY_TEXT) {
      retryPart = part++;
      retryAt = at;
    } else if (parts[part] === ANY_CHARACTER || parts[part] === characters[at]) {
      part++;
      at++;
    } else if (retryPart >= 0) {
      part = retryPart + 1;
      at = ++retryAt;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === ANY_TEXT);
}

const ANY_TEXT = Symbol('%');
const ANY_CHARACTER = Symbol('_');

function parse(pattern: string): (string | symbol)[] {
  const parts: (string | symbol)[] = [];
  let escaped = false;
  for (const character of pattern.toLowerCase()) {
    if (escaped) parts.push(character);
    else if (character === '%') parts.push(ANY_TEXT);
    else if (character === '_') parts.push(ANY_CHARACTER);
    else if (character !== '\\') parts.push(character);
    escaped = !escaped && character === '\\';
  }
  return parts;
}
