import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { at } from '../clients/json.ts';
import { cCompiler } from '../engines/c-compiler.ts';
import { type AdapterName, debugAdapter } from '../engines/debug-adapters.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { openDebugger } from './support/debugger.ts';
import { vscbBin } from './support/molehill.ts';
import { cleanEnvironment } from './support/processes.ts';

/** Runs the examples of docs/debugging.md: files are blocks with a name, calls begin with `>`, `…` is any text. */

const root = new URL('../../', import.meta.url).pathname;
const document = readFileSync(join(root, 'docs/debugging.md'), 'utf8');

const adapters: Readonly<Record<string, AdapterName>> = {
  JavaScript: 'js-debug',
  TypeScript: 'js-debug',
  Python: 'debugpy',
  Go: 'delve',
  C: 'codelldb',
  Tests: 'js-debug',
};

interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly answer: string;
}

interface Example {
  readonly files: ReadonlyMap<string, string>;
  readonly commands: readonly string[];
  readonly calls: readonly Call[];
}

const BLOCK = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;

function exampleOf(title: string): Example {
  const text = document.split(/^#{2,3} /m).find((section) => section.startsWith(`${title}\n`)) ?? '';
  const blocks = [...text.matchAll(BLOCK)].map(([, language, name, body = '']) => ({ language, name, body }));
  const plain = blocks.filter(({ name }) => name === undefined);
  return {
    files: new Map(blocks.flatMap(({ name, body }) => (name === undefined ? [] : [[name, body]]))),
    commands: plain.flatMap(({ language, body }) => (language === 'sh' ? body.trim().split('\n') : [])),
    calls: plain.flatMap(({ language, body }) => (language === 'text' ? callsIn(body) : [])),
  };
}

function callsIn(body: string): Call[] {
  const parts = body.split(/^> /m).slice(1);
  return parts.map((part) => {
    const [head = '', ...answer] = part.trimEnd().split('\n');
    const [, tool = '', input = ''] = /^(\w+) ?(.*)$/.exec(head) ?? [];
    return { tool, input: input === '' ? {} : JSON.parse(input), answer: answer.join('\n') };
  });
}

/** A line `…` stands for any lines, also none; `…` inside a line for any text of it. */
function patternOf(answer: string): RegExp {
  const lines = answer.split('\n').map((line) => {
    if (line === '…') return '(?:.*\\n)*';
    return `${line.split('…').map(escaped).join('.*')}\\n`;
  });
  return new RegExp(`^${lines.join('')}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

async function run({ files, commands, calls }: Example, adapter: AdapterName): Promise<void> {
  const folder = temporaryFolder();
  for (const [name, body] of files) writeFileSync(join(folder, name), body);
  for (const command of commands) {
    const [program = '', ...args] = command.split(' ');
    execFileSync(program === 'cc' ? (cCompiler() ?? program) : program, args, { cwd: folder });
  }
  const client = await openDebugger('vscb', folder, [], [adapter]);
  for (const { tool, input, answer } of calls) {
    const { text } = await client.call(tool, input);
    expect(`${text}\n`, tool).toMatch(patternOf(answer));
  }
}

/** So that a better description does not change the document. */
const ROUNDING = 0.05;
const COST = /^\|.*\| (\d+) \| ([\d,]+) \| `vscb list --tokens --profile (\w+)` \|$/gm;
const costs = [...document.matchAll(COST)].map(
  ([, tools, tokens = '', profile = '']) =>
    [profile, Number(tools), Number(tokens.replace(',', ''))] as const,
);

afterEach(endEverything);

describe('docs/debugging.md', { timeout: 120_000 }, () => {
  test('names the cost of each profile', () => expect(costs).toHaveLength(3));

  for (const [title, adapter] of Object.entries(adapters)) {
    test(`the example ${title} is as written`, async ({ skip }) => {
      if ((await debugAdapter(adapter)) === undefined) skip(`${adapter} is missing`);
      const example = exampleOf(title);
      expect(example.calls.length).toBeGreaterThan(1);
      await run(example, adapter);
    });
  }

  test.each(costs)('the list of the profile %s costs about what is written', (profile, tools, tokens) => {
    const args = [vscbBin, 'list', '--tokens', '--json', '--profile', profile];
    const listed = execFileSync(process.execPath, args, { env: cleanEnvironment(temporaryFolder()) });
    const cost: unknown = JSON.parse(listed.toString());
    expect(at(cost, 'servers', 0, 'tools')).toBe(tools);
    expect(Math.abs(Number(at(cost, 'total')) / tokens - 1)).toBeLessThan(ROUNDING);
  });
});
