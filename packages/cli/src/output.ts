import { errorText, isMolehillError, messageOf } from '@molehill/core/errors';
import { visibleJson, visibleLine, visibleText } from '@molehill/core/visible-text';

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

/** All output of the commands passes here or the two functions below: nothing from outside controls the terminal. */
export function print(text: string): void {
  process.stdout.write(`${coloured(visibleText(text))}\n`);
}

export function printJson(value: unknown, indent = 2): void {
  process.stdout.write(`${visibleJson(value, indent)}\n`);
}

export function printError(text: string): void {
  process.stderr.write(`${visibleText(text)}\n`);
}

/** Prints one line with a hint and returns the exit code. */
export function reportError(program: string, error: unknown): number {
  const isUsage = error instanceof UsageError;
  const text = isMolehillError(error) ? errorText(error) : messageOf(error);
  // Outside of a tool call, a parameter is a flag.
  const message = text.replace(/\{param:(\w+)\}/g, '--$1');
  printError(visibleLine(`${program}: ${isUsage ? `${message} ${error.hint}` : message}`));
  return isUsage ? exitCodes.usage : exitCodes.failed;
}

const colours = { bold: 1, dim: 2, cyan: 36 } as const;

/** Stands for an escape sequence until the text is printed. A text from outside cannot contain it. */
const colourMark = `<colour-${Math.random().toString(36).slice(2)}-`;
const COLOUR = new RegExp(`${colourMark}(\\d+)>`, 'g');

/** Colours one line on a terminal, unless NO_COLOR or TERM=dumb is set. */
export function paint(colour: keyof typeof colours, text: string): string {
  const line = visibleLine(text);
  const wanted = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return wanted ? `${colourMark}${colours[colour]}>${line}${colourMark}0>` : line;
}

function coloured(text: string): string {
  return text.replace(COLOUR, '\u001b[$1m');
}

/** One line per row. Pads every column but the last to its longest cell; colours do not count. */
export function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(visibleLine));
  const widthOf = (cell = '') => cell.replace(COLOUR, '').length;
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))));
  const pad = (cell: string, column: number) =>
    column === widths.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell));
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
