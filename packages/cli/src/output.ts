import { errorText, isMolehillError, messageOf } from '@molehill/core/errors';

export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command was called in a way it cannot be: nothing was done. */
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

/** One line with what to do about it, and the exit code that goes with it. */
export function reportError(program: string, error: unknown): number {
  process.stderr.write(`${program}: ${describeError(error)}\n`);
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

function describeError(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} ${error.hint}`;
  return isMolehillError(error) ? errorText(error) : messageOf(error);
}

const colours = { bold: 1, dim: 2, cyan: 36 } as const;

/** Colour on a terminal, plain text where it is piped or not wanted. */
export function paint(colour: keyof typeof colours, text: string): string {
  const wanted = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return wanted ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
}

/** Columns as wide as their longest cell; the last one runs free. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const pad = (cell: string, column: number) =>
    column === widths.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
