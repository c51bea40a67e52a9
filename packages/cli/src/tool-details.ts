import { isRecord } from '@molehill/core/record';
import { paint } from './output.ts';

/** What `show` does not print twice, and what only a program needs. */
const SHOWN_ELSEWHERE = new Set(['name', 'title', 'description', 'inputSchema', 'result', 'safety']);

/** Everything a tool says of itself beyond its parameters, as indented text. */
export function detailsText(details: Readonly<Record<string, unknown>>): string {
  const sections = Object.entries(details).filter(
    ([key, value]) => !SHOWN_ELSEWHERE.has(key) && !isEmpty(value),
  );
  return sections.map(([key, value]) => section(key, value)).join('\n');
}

function section(key: string, value: unknown): string {
  const lines = linesOf(value);
  const [only = ''] = lines;
  const isShort = lines.length === 1 && !isRecord(value) && !Array.isArray(value);
  return isShort
    ? `${paint('bold', key)}: ${only}`
    : [paint('bold', key), ...lines.map((line) => `  ${line}`)].join('\n');
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (isRecord(item) ? [flat(item)] : linesOf(item)));
  if (!isRecord(value)) return [typeof value === 'string' ? value : JSON.stringify(value)];
  return Object.entries(value)
    .filter(([, inner]) => !isEmpty(inner))
    .flatMap(([key, inner]) => {
      const lines = linesOf(inner);
      return lines.length === 1 ? [`${key}: ${lines[0]}`] : [`${key}:`, ...lines.map((line) => `  ${line}`)];
    });
}

function flat(item: Readonly<Record<string, unknown>>): string {
  return Object.entries(item)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
