import { afterEach, expect, test } from 'vitest';
import { at, items, text } from '../clients/json.ts';
import { endEverything } from './support/cleanup.ts';
import { runMolehill } from './support/molehill.ts';
import { until } from './support/until.ts';
import { Configured, callUpstream, eras, toolNames, toolsOf } from './support/upstreams.ts';

afterEach(endEverything);

test('invalid tool names are sanitised, stable and callable', async () => {
  const set = new Configured();
  const odd = ['a.b', 'a_b', 'a b', 'with/slash', 'ünï', 'x'.repeat(100), `${'x'.repeat(100)}y`];
  set.offers('odd', ...odd);
  set.writeUser({ 'Odd Sërver.v2__x': set.entry('odd'), sql: set.entry('odd') });
  const client = await set.connect();
  const names = (await toolNames(client)).filter((name) => /^(odd|sql-2)/.test(name));
  expect(names).toHaveLength(2 * odd.length);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  const called = await Promise.all(names.map(async (name) => (await callUpstream(client, name)).tool));
  expect(called.toSorted()).toEqual([...odd, ...odd].toSorted());
  await client.close();
  expect((await toolNames(await set.connect())).filter((name) => /^(odd|sql-2)/.test(name))).toEqual(names);
});

test.each(eras)('a server served alone has unprefixed names: client %s', async (_, mode) => {
  const set = new Configured();
  set.offers('mine', 'look', 'stay');
  set.writeUser({ mine: set.entry('mine'), other: set.entry('mine') });
  const client = await set.connect(mode, '--only', 'mine');
  expect(await toolNames(client)).toEqual(['look', 'stay']);
  expect(await callUpstream(client, 'look')).toMatchObject({ tool: 'look' });
});

test.each(eras)('tools can be searched and called without being listed: client %s', async (_, mode) => {
  const set = new Configured();
  set.offers('mine', { name: 'look', description: 'Weighs penguins on an iceberg.' }, 'kept');
  set.writeUser({ mine: set.entry('mine', { favourites: ['kept'] }) });
  const client = await set.connect(mode, '--mode', 'search');
  expect(await toolNames(client)).toEqual([
    'tool_search',
    'tool_describe',
    'tool_call',
    'molehill__read_more',
    'mine__kept',
  ]);
  const call = async (name: string, input: Record<string, unknown>) =>
    text(at(await client.callTool({ name, arguments: input }), 'content', 0, 'text'));
  expect(await call('tool_search', { query: 'how heavy is a penguin' })).toContain('mine__look');
  expect(await call('tool_describe', { names: ['mine__look'] })).toContain('iceberg');
  expect(JSON.parse(await call('tool_call', { name: 'mine__look' }))).toMatchObject({ tool: 'look' });
  expect(await callUpstream(client, 'mine__look')).toMatchObject({ tool: 'look' });
});

test('a list above the token limit is replaced by search', async () => {
  const set = new Configured();
  set.offers('mine', 'look');
  set.offers(
    'big',
    ...Array.from({ length: 40 }, (_, i) => ({ name: `t${i}`, description: 'word '.repeat(500) })),
  );
  set.writeUser({ mine: set.entry('mine'), big: set.entry('big') });
  const client = await set.connect('legacy', '--mode', 'auto');
  await until('the lists are known', async () => (await toolNames(client)).includes('tool_search'));
  expect(await toolsOf(client, 'big')).toEqual([]);
  expect(await callUpstream(client, 'big__t7')).toMatchObject({ tool: 't7' });
});

test('the token cost of a list is counted by server and tool', async () => {
  const set = new Configured();
  set.offers('mine', 'look', { name: 'long', description: 'Says much. '.repeat(100) });
  set.writeUser({ mine: set.entry('mine') });
  const cost = await set.json('tools', '--tokens');
  const mine = items(at(cost, 'servers')).find((server) => at(server, 'serverId') === 'mine');
  expect(at(mine, 'tools')).toBe(2);
  expect(Number(at(mine, 'tokens'))).toBeGreaterThan(200);
  const sum = items(at(cost, 'tools')).reduce<number>((total, tool) => total + Number(at(tool, 'tokens')), 0);
  expect(at(cost, 'total')).toBe(sum);
  expect((await set.run('tools', '--tokens')).stdout).toContain(`${sum} tokens in total`);
});

test('environment variables reach an upstream server only when its entry names them', async () => {
  const set = new Configured();
  set.offers('mine', 'look');
  set.writeUser({ mine: set.entry('mine', { env: { GIVEN: `\${env:GIVEN_TOKEN}` } }) });
  const env = { GIVEN_TOKEN: 'given-4711', OTHER_TOKEN: 'kept-4712', AWS_SECRET_ACCESS_KEY: 'kept-4713' };
  const { stdout } = await runMolehill(['tools', 'call', 'mine', 'look'], {
    home: set.home,
    cwd: set.workspace,
    env,
  });
  expect(stdout).toContain('"GIVEN"');
  expect(stdout).not.toContain('kept-471');
  expect(stdout).not.toContain('OTHER_TOKEN');
});
