import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cCompiler } from '../../engines/c-compiler.ts';

/** The examples of a document: files are blocks with a name, calls begin with `>`, `…` is any text. */

export interface ExampleCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly answer: string;
}

export interface Example {
  readonly files: ReadonlyMap<string, string>;
  readonly commands: readonly string[];
  readonly calls: readonly ExampleCall[];
}

const root = new URL('../../../', import.meta.url).pathname;
const BLOCK = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The example in the section with this title. */
export function exampleOf(document: string, title: string): Example {
  const text = document.split(/^#{2,3} /m).find((section) => section.startsWith(`${title}\n`)) ?? '';
  const blocks = [...text.matchAll(BLOCK)].map(([, language, name, body = '']) => ({ language, name, body }));
  const plain = blocks.filter(({ name }) => name === undefined);
  return {
    files: new Map(blocks.flatMap(({ name, body }) => (name === undefined ? [] : [[name, body]]))),
    commands: plain.flatMap(({ language, body }) => (language === 'sh' ? body.trim().split('\n') : [])),
    calls: plain.flatMap(({ language, body }) => (language === 'text' ? callsIn(body) : [])),
  };
}

function callsIn(body: string): ExampleCall[] {
  const parts = body.split(/^> /m).slice(1);
  return parts.map((part) => {
    const [head = '', ...answer] = part.trimEnd().split('\n');
    const [, tool = '', input = ''] = /^(\w+) ?(.*)$/.exec(head) ?? [];
    return { tool, input: input === '' ? {} : JSON.parse(input), answer: answer.join('\n') };
  });
}

/** Writes the files of an example and runs its commands. */
export function prepareExample({ files, commands }: Example, folder: string): void {
  for (const [name, body] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), body);
  }
  for (const command of commands) {
    const [program = '', ...args] = command.split(' ');
    execFileSync(program === 'cc' ? (cCompiler() ?? program) : program, args, { cwd: folder });
  }
}

/** A line `…` stands for any lines, also none; `…` inside a line for any text of it. */
export function patternOf(answer: string): RegExp {
  const lines = answer.split('\n').map((line) => {
    if (line === '…') return '(?:.*\\n)*';
    return `${line.split('…').map(escaped).join('.*')}\\n`;
  });
  return new RegExp(`^${lines.join('')}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
