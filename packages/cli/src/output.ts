import { stripVTControlCharacters } from 'node:util';
import { errorText, isMolehillError, messageOf } from '@molehill/core/errors';

export const exitCodes = { failed: 1, usage: 2, interrupted: 130 } as const;

/** Wrong usage of a command; nothing was done. */
export class UsageError extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Prints one line with a hint and returns the exit code. */
export function reportError(program: string, error: unknown): number {
  const isUsage = error instanceof UsageError;
  const text = isMolehillError(error) ? errorText(error) : messageOf(error);
  // Outside of a tool call, a parameter is a flag.
  const message = text.replace(/\{param:(\w+)\}/g, '--$1');
  process.stderr.write(`${program}: ${isUsage ? `${message} ${error.hint}` : message}\n`);
  return isUsage ? exitCodes.usage : exitCodes.failed;
}

const colours = { bold: 1, dim: 2, cyan: 36 } as const;

/** Colours text on a terminal, unless NO_COLOR or TERM=dumb is set. */
export function paint(colour: keyof typeof colours, text: string): string {
  const wanted = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return wanted ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
}

/** Pads every column but the last to its longest cell; colours do not count. */
export function table(rows: readonly (readonly string[])[]): string {
  const widthOf = (cell = '') => stripVTControlCharacters(cell).length;
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))));
  const pad = (cell: string, column: number) =>
    column === widths.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell));
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
