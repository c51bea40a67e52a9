import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { at, items, text } from '../clients/json.ts';
import { AuditFile } from './support/audit.ts';
import { endEverything, temporaryFolder } from './support/cleanup.ts';
import { homeWithLongHistory } from './support/history.ts';
import { runMolehill, spawnMolehill } from './support/molehill.ts';
import { until } from './support/until.ts';

const ESCAPE = '\u001b';

const words = (line: string) => line.split(' ').filter(Boolean);
const run = (line: string) => runMolehill(words(line));
const failure = (code: number, said: RegExp) => ({
  code,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^molehill: .*${said.source}.*\\n$`)),
});

afterEach(endEverything);

describe('help', () => {
  test.each([
    ['', /USAGE molehill mcp\|up\|open\|connections\|tools\|servers\|project\|adapters\|windows\|status/],
    [
      '--help',
      /USAGE molehill mcp\|up\|open\|connections\|tools\|servers\|project\|adapters\|windows\|status/,
    ],
    ['-h', /USAGE molehill mcp\|up\|open\|connections\|tools\|servers\|project\|adapters\|windows\|status/],
    ['mcp --help', /--only=<ID>/],
    ['up --help', /--no-open/],
    ['open --help', /--json/],
    ['status --help', /--json/],
    ['tools --help', /list\|show\|call/],
    ['tools list --help', /--tokens/],
    ['servers --help', /list\|add\|remove\|approve\|diff\|status\|log/],
    ['servers add --help', /--url=<URL>/],
    ['project --help', /show\|approve\|list\|revoke/],
    ['project approve --help', /--yes/],
    ['adapters --help', /list\|install/],
    ['windows --help', /--json/],
    ['tools show --help', /TOOL/],
    ['tools call --help', /--input=<JSON>/],
  ])('molehill %s prints help to standard output', async (line, expected) => {
    const said = await run(line);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatch(expected);
    expect(said.stdout).not.toContain(ESCAPE);
  });

  test.each(['--help', 'mcp --help', 'list --help', 'show --help', 'exec --help', 'status --help'])(
    'vscb %s prints help to standard output',
    async (line) => {
      const said = await runMolehill(words(line), { program: 'vscb' });
      expect(said).toMatchObject({ code: 0, stderr: '' });
      expect(said.stdout).toContain('USAGE vscb');
    },
  );

  test.each(['--version', '-v'])('%s prints the version of the package', async (flag) => {
    const said = await run(flag);
    expect(said).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
    expect(await runMolehill([flag], { program: 'vscb' })).toEqual(said);
  });
});

describe('a usage error exits with code 2 and one line with a hint', () => {
  test.each([
    ['mpc', /Unknown command mpc\. Did you mean "mcp"\?/],
    ['tool list', /Did you mean "tools"\?/],
    ['tools cal', /Unknown command cal\. Did you mean "call"\?/],
    ['frobnicate', /Unknown command frobnicate\. See molehill --help\./],
    ['servers', /See molehill servers --help\./],
    ['up --prot 1', /Unknown option '--prot'\. Did you mean --port\?/],
    ['mcp --olny molehill', /Did you mean --only\?/],
    ['status --jsn', /Did you mean --json\?/],
    ['status -j', /Unknown option '-j'\./],
    ['status --frobnicate', /Unknown option '--frobnicate'\. See status --help\./],
    ['status --timeout', /Option '--timeout <value>' argument missing\. See status --help\./],
    ['status --json=no', /Option '--json' does not take an argument\./],
    ['status extra', /does not take "extra"/],
    ['mcp --only molehil', /Did you mean "molehill"\?/],
    ['mcp --only nothing-like-it', /Servers: .*molehill/],
    ['tools call', /TOOL/],
    ['tools call molehill', /No tool of server "molehill" given/],
    ['tools call molehill status limit', /"limit" is not of the form name=value/],
    ['tools call molehill status a=1 --input {}', /given twice/],
    ['tools call molehill status --input {', /--input is not JSON/],
    ['tools show molehill status extra', /does not take "extra"/],
    ['status --workspace no/such/folder', /no\/such\/folder is not a folder\. .*--workspace/],
    ['mcp --workspace no/such/folder', /no\/such\/folder is not a folder\. .*--workspace/],
    ['up --workspace no/such/folder', /no\/such\/folder is not a folder\. .*--workspace/],
  ])('molehill %s', async (line, said) => {
    expect(await run(line)).toEqual(failure(2, said));
  });
});

describe('a failure exits with code 1 and its reason', () => {
  test('an unknown tool, with the nearest name', async () => {
    const said = await run('tools call molehill statsu');
    expect(said).toEqual(failure(1, /\[E_UNKNOWN_TOOL\] .*"molehill__status"/));
  });

  test('invalid arguments, on standard error', async () => {
    const said = await run('tools call molehill call_history limti=3');
    expect(said).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\[E_INVALID_PARAMS\] .*"limit"/),
    });
  });

  test('invalid arguments, as JSON on standard output', async () => {
    const said = await run('tools call molehill call_history limit=x --json');
    expect(said).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: false, error: { code: 'E_INVALID_PARAMS' } });
  });
});

describe('--json', () => {
  test('status', async () => {
    const home = temporaryFolder();
    const said = await runMolehill(['status', '--json'], { home });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(said.stdout)).toMatchObject({
      ok: true,
      data: {
        workspace: home,
        servers: expect.arrayContaining([expect.objectContaining({ id: 'molehill' })]),
      },
    });
  });

  test('tools list and tools show agree', async () => {
    const list: unknown = JSON.parse((await run('tools list --json')).stdout);
    const shown: unknown = JSON.parse((await run('tools show molehill__call_history --json')).stdout);
    expect(shown).toMatchObject({ name: 'molehill__call_history', inputSchema: { type: 'object' } });
    expect(items(list)).toContainEqual(shown);
  });
});

describe('tools call', () => {
  async function limited(args: readonly string[], input?: string): Promise<unknown> {
    const home = temporaryFolder();
    for (let times = 0; times < 4; times++) await runMolehill(['status'], { home });
    const call = ['tools', 'call', ...args, '--json'];
    const said = await runMolehill(call, { home, ...(input === undefined ? {} : { input }) });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(said.stdout);
  }

  const json = JSON.stringify({ limit: 2, tool: 'status' });

  test.each([
    ['words', ['molehill', 'call_history', 'limit=2', 'tool=status'], undefined],
    ['words after the full name', ['molehill__call_history', 'limit=2', 'tool=status'], undefined],
    ['--input', ['molehill', 'call_history', '--input', json], undefined],
    ['--input -, from standard input', ['molehill__call_history', '--input', '-'], json],
  ])('takes its arguments from %s', async (_, args, input) => {
    const answer = await limited(args, input);
    expect(answer).toMatchObject({
      ok: true,
      data: { calls: [{ tool: 'status', frontend: 'cli' }, { tool: 'status' }] },
    });
    expect(items(at(answer, 'data', 'calls'))).toHaveLength(2);
    expect(answer).toMatchObject({ meta: { truncation: { truncated: true, limit: 'rows' } } });
  });

  test('passes a numeric word as a string where the schema says string', async () => {
    const said = await run('tools call molehill call_history code=404 --json');
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: true, data: { calls: [] } });
  });

  test('prints text without --json', async () => {
    const said = await run('tools call molehill status');
    expect(said.stdout).toMatch(/^version: \d+\.\d+\.\d+$/m);
    expect(() => JSON.parse(said.stdout)).toThrow();
  });

  test('vscb exec makes the same call', async () => {
    const home = temporaryFolder();
    const said = await runMolehill(['exec', 'molehill', 'status', '--json'], { home, program: 'vscb' });
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: true, data: { workspace: home } });
  });

  test.runIf(process.platform === 'linux')('is cancelled by Ctrl-C and exits with code 130', async () => {
    const home = homeWithLongHistory({ megabytes: 100 });
    const search = ['tools', 'call', 'molehill', 'call_history', 'code=E_NEVER_HAPPENED'];
    const running = spawnMolehill(search, { home });
    await until('the search has begun', () => openFiles(running.pid).includes(join(home, 'audit.1.jsonl')));
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(130);
    expect(running.output).toEqual({ stdout: '', stderr: expect.stringMatching(/^\[E_CANCELLED\] /) });
    expect(new AuditFile(join(home, 'audit.jsonl')).outcomesOf('call_history')).toEqual(['E_CANCELLED']);
  });
});

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return [];
    }
  });
}

test('piped output has no colours, whatever the command and the environment', async () => {
  const env = { TERM: 'xterm-256color', COLORTERM: 'truecolor', FORCE_COLOR: '1' };
  for (const line of [
    '--help',
    'tools --help',
    'status',
    'tools list',
    'tools show molehill status',
    'mpc',
  ]) {
    const said = await runMolehill(words(line), { env });
    expect(said.stdout + said.stderr, line).not.toContain(ESCAPE);
    expect(text(said.stdout + said.stderr)).toMatch(/\w/);
  }
});
