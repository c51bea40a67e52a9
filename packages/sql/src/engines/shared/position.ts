const SHOWN = 40;

/** A position in a statement, counted in characters from 1, as an editor shows it. */
export function describePosition(sql: string, position: number): string {
  const characters = [...sql];
  const before = characters.slice(0, Math.max(position - 1, 0)).join('');
  const lines = before.split('\n');
  const column = [...(lines.at(-1) ?? '')].length + 1;
  const rest = characters
    .slice(Math.max(position - 1, 0), position - 1 + SHOWN)
    .join('')
    .split('\n')[0];
  const near = rest ? `, at \`${rest.trimEnd()}\`` : '';
  return `line ${lines.length}, column ${column}${near}`;
}
