import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StopResult } from '@molehill/editor/types';
import { describe, expect, test } from 'vitest';
import { type AdapterName, debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import { openDebugClient } from './debug-client.ts';
import type { ToolClient } from './tool-client.ts';

/** One program in one language, and what its adapter can do. */
export interface DebuggedProgram {
  readonly name: string;
  readonly adapter: AdapterName;
  /** The folder below `programs/`. */
  readonly folder: string;
  /** The file with the functions `price`, `finish`, `refuse` and `main`. */
  readonly file: string;
  /** Prepares a copy of the folder, such as by a compiler. */
  prepare?(folder: string): void | Promise<void>;
  readonly hasFunctionBreakpoints: boolean;
  /** A word of the line that fails, and the exit code after it. */
  readonly failure: { readonly text: string; readonly exitCode: number; readonly message: RegExp };
  /** Stops where an exception is thrown that the program catches. */
  readonly stopsAtCaught: boolean;
  /** Whether a failure ends the program where it must not stop. */
  readonly canIgnoreFailure: boolean;
  readonly showsReturnValue: boolean;
}

const TIMEOUT_MS = 60_000;
const programs = join(import.meta.dirname, 'programs');

type ContractClient = Pick<ToolClient, 'folder' | 'call' | 'read' | 'write'>;

/** Where programs are debugged. */
export interface DebugContractHost {
  readonly name: string;
  isMissing(program: DebuggedProgram): Promise<boolean>;
  /** The tools on a copy of the folder, as a new caller. */
  open(copy: string): ContractClient | Promise<ContractClient>;
}

const headless: DebugContractHost = {
  name: 'headless',
  isMissing: async ({ adapter }) => (await debugAdapter(adapter)) === undefined,
  open: (copy) => openDebugClient({ copy }),
};

type Open = () => Promise<Opened>;

/** The same program behaves the same under the tools, whatever its language and the host. */
export async function describeDebugging(program: DebuggedProgram, host = headless): Promise<void> {
  const isMissing = await host.isMissing(program);
  const open = () => openProgram(program, host);
  describe.skipIf(isMissing)(`debugging ${program.name}, ${host.name}`, { timeout: TIMEOUT_MS }, () => {
    breakpointTests(program, open);
    inspectionTests(open);
    executionTests(program, open);
    endTests(program, open);
  });
}

interface Opened extends ContractClient {
  readonly file: string;
  /** Line of the only place with this text. */
  line(text: string): number;
  start(more?: Readonly<Record<string, unknown>>): Promise<StopResult>;
  /** The value of an expression where the program stopped. */
  value(expression: string): Promise<string>;
}

async function openProgram(program: DebuggedProgram, host: DebugContractHost): Promise<Opened> {
  const client = await host.open(join(programs, program.folder));
  await program.prepare?.(client.folder);
  const { file } = program;
  return {
    ...client,
    file,
    line: (text) => lineOf(join(client.folder, file), text),
    start: (more = {}) => client.call('debug_start', { path: file, ...more }),
    value: async (expression) => {
      const { results } = await client.call('debug_evaluate', { expression });
      return String(results[0]?.value);
    },
  };
}

function lineOf(path: string, text: string): number {
  const lines = readFileSync(path, 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  expect(found, `lines of ${path} with ${text}`).toHaveLength(1);
  return found[0] ?? 0;
}

function breakpointTests(program: DebuggedProgram, open: Open): void {
  test('stops at a breakpoint by line, and says so', async () => {
    const client = await open();
    const line = client.line('finish(base)');
    const set = await client.call('breakpoint_set', { path: client.file, line });
    expect(set).toMatchObject({ path: client.file, line, verified: 'pending', kind: 'line' });
    const stopped = await client.start();
    expect(stopped).toMatchObject({ event: 'stopped', reason: 'breakpoint', file: client.file, line });
    expect(stopped).toMatchObject({ hitBreakpoints: [set.id], function: expect.stringContaining('price') });
    expect(stopped.sourceLines).toContainEqual(expect.objectContaining({ n: line, current: true }));
    const { breakpoints } = await client.call('breakpoint_list', {});
    expect(breakpoints).toEqual([expect.objectContaining({ verified: true, hits: 1, owner: 'agent' })]);
  });

  test('stops at a breakpoint by text', async () => {
    const client = await open();
    await client.call('breakpoint_set', { path: client.file, text: 'result += 1' });
    expect(await client.start()).toMatchObject({ event: 'stopped', line: client.line('result += 1') });
  });

  test('stops where a condition holds', async () => {
    const client = await open();
    const line = client.line('finish(base)');
    await client.call('breakpoint_set', { path: client.file, line, condition: 'n == 2' });
    expect(await client.start()).toMatchObject({ event: 'stopped', line });
    expect(await client.value('n')).toBe('2');
    const { line: next } = await client.call('debug_continue');
    expect(next).not.toBe(line);
  });

  test('stops at the second hit', async () => {
    const client = await open();
    const line = client.line('finish(base)');
    await client.call('breakpoint_set', { path: client.file, line, hitCondition: '2' });
    expect(await client.start()).toMatchObject({ event: 'stopped', line });
    expect(await client.value('n')).toBe('2');
  });

  test('prints a log message instead of stopping', async () => {
    const client = await open();
    const line = client.line('finish(base)');
    await client.call('breakpoint_set', { path: client.file, line, logMessage: 'n is {n}' });
    const ended = await client.start({ exceptions: 'none' });
    expect(ended).toMatchObject({ event: 'exited', exitCode: 3 });
    const printed = String(ended.outputTail);
    for (const n of [1, 2, 3]) expect(printed).toContain(`n is ${n}`);
  });

  test.runIf(program.hasFunctionBreakpoints)('stops at a function', async () => {
    const client = await open();
    const { id } = await client.call('breakpoint_set', { function: 'finish' });
    const stopped = await client.start();
    expect(stopped).toMatchObject({ event: 'stopped', reason: 'breakpoint', hitBreakpoints: [id] });
    expect(stopped.function).toContain('finish');
  });

  test.skipIf(program.hasFunctionBreakpoints)(
    'says that its adapter has no function breakpoints',
    async () => {
      const client = await open();
      const { id } = await client.call('breakpoint_set', { function: 'finish' });
      const ended = await client.start({ exceptions: 'none' });
      expect(ended).toMatchObject({ event: 'exited', unboundBreakpoints: [{ id, function: 'finish' }] });
      expect(JSON.stringify(ended.unboundBreakpoints)).toContain('no function breakpoints');
    },
  );
}

function inspectionTests(open: Open): void {
  test('shows stack, variables and values, and changes one', async () => {
    const client = await open();
    await client.call('breakpoint_set', { path: client.file, text: 'result += 1' });
    await client.start({ exceptions: 'none' });
    const { frames } = await client.call('stack_get');
    const names = frames.map((frame) => frame.function);
    expect(names.slice(0, 3)).toEqual(
      ['finish', 'price', 'main'].map((name) => expect.stringContaining(name)),
    );
    const { scopes } = await client.call('variable_list');
    expect(JSON.stringify(scopes)).toMatch(/"name":"result","value":"2"/);
    expect(await client.value('result * 2 + value')).toBe('6');
    expect(await client.call('variable_set', { path: 'result', value: '99' })).toMatchObject({ new: '99' });
    await client.call('breakpoint_clear');
    const ended = await client.call('debug_continue');
    expect(ended).toMatchObject({ event: 'exited', exitCode: 3, outputTail: ['total 112'] });
  });
}

function executionTests(program: DebuggedProgram, open: Open): void {
  test('steps over, into and out', async () => {
    const client = await open();
    await client.call('breakpoint_set', { path: client.file, line: client.line('finish(base)') });
    await client.start();
    const inside = await client.call('debug_step_into');
    expect(inside).toMatchObject({ event: 'stopped', reason: 'step' });
    expect(inside.function).toContain('finish');
    const steps = await stepTo(client, client.line('return result'));
    expect(steps).toContainEqual(expect.objectContaining({ name: 'result', to: '3' }));
    const outside = await client.call('debug_step_out');
    expect(outside.function).toMatch(/price|main/);
    if (program.showsReturnValue) expect(outside.returnValue).toBe('3');
  });

  test('runs to a line once', async () => {
    const client = await open();
    await client.call('breakpoint_set', { path: client.file, line: client.line('finish(base)') });
    await client.start();
    const line = client.line('return result');
    const reached = await client.call('debug_run_to_line', { path: client.file, line });
    expect(reached).toMatchObject({ event: 'stopped', reason: 'line reached', line });
    const { total } = await client.call('breakpoint_list');
    expect(total).toBe(1);
  });

  test('pauses a loop that never ends', async () => {
    const client = await open();
    const running = await client.start({ args: ['loop'], timeoutMs: 100 });
    expect(running).toMatchObject({ event: 'running', hint: expect.stringContaining('debug_pause') });
    const printed = await client.call('debug_wait_for_hit', { outputMatches: '^total \\d+' });
    expect(printed).toMatchObject({ event: 'output', match: 'total 15' });
    const paused = await client.call('debug_pause');
    expect(paused).toMatchObject({ event: 'stopped', reason: 'pause', file: client.file });
    expect(await client.read('debug_pause')).toContain('[E_ALREADY_STOPPED]');
    expect(await client.call('debug_stop')).toMatchObject({ stopped: [{ session: paused.session }] });
  });

  test('restarts after an edit, with the breakpoint on its line', async () => {
    const client = await open();
    const { id } = await client.call('breakpoint_set', { path: client.file, text: 'result += 1' });
    const first = await client.start();
    const source = readFileSync(join(client.folder, client.file), 'utf8');
    const edited = source.replace(/^.*result \+= 1.*$/m, (whole) => `\n${whole}`);
    client.write(client.file, edited);
    await program.prepare?.(client.folder);
    const second = await client.call('debug_restart');
    const line = client.line('result += 1');
    expect(second).toMatchObject({ event: 'stopped', line, hitBreakpoints: [id] });
    expect(second.moved).toEqual([{ id, file: client.file, from: line - 1, to: line }]);
    expect(second.session).not.toBe(first.session);
  });
}

/** Steps until the line is reached, and returns the changes of locals on the way. */
async function stepTo(client: Opened, line: number): Promise<unknown[]> {
  const changes: unknown[] = [];
  for (let left = 5; left > 0; left -= 1) {
    const step = await client.call('debug_step_over');
    changes.push(...(step.changed ?? []));
    if (step.line === line) return changes;
  }
  throw new Error(`Five steps did not reach line ${line}.`);
}

function endTests(program: DebuggedProgram, open: Open): void {
  const { failure } = program;

  test('runs to the end, with exit code and output', async () => {
    const client = await open();
    const ended = await client.start({ exceptions: 'none' });
    expect(ended).toMatchObject({ event: 'exited', exitCode: 3, outputTail: ['total 15'] });
    expect(await client.read('debug_continue')).toContain('ended with exit code 3');
    const { entries } = await client.call('dap_logs');
    expect(entries).toContainEqual(expect.objectContaining({ category: 'stdout', text: 'total 15' }));
  });

  test('stops at a failure that nothing catches', async () => {
    const client = await open();
    const stopped = await client.start({ args: ['fail'] });
    expect(stopped).toMatchObject({ event: 'stopped', reason: 'exception', file: client.file });
    expect(stopped.line).toBe(client.line(failure.text));
    const { id, message } = stopped.exception ?? { id: '', message: '' };
    expect(`${id} ${message} ${stopped.outputTail}`).toMatch(failure.message);
    const ended = await client.call('debug_continue');
    expect(ended).toMatchObject({ event: 'exited', exitCode: failure.exitCode });
  });

  test.runIf(program.stopsAtCaught)('stops at a failure that the program catches, when asked', async () => {
    const client = await open();
    const stopped = await client.start({ exceptions: 'all' });
    expect(stopped).toMatchObject({ event: 'stopped', reason: 'exception', line: client.line(failure.text) });
    expect(stopped.exception).toMatchObject({ message: expect.stringContaining('caught on purpose') });
  });

  test.runIf(program.canIgnoreFailure)('does not stop at a failure, when asked not to', async () => {
    const client = await open();
    const ended = await client.start({ args: ['fail'], exceptions: 'none' });
    expect(ended).toMatchObject({ event: 'exited', exitCode: failure.exitCode });
    expect(String(ended.outputTail)).toMatch(/./);
  });
}
