import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverOf, setting } from './testing/fixtures.ts';

/** Hashes of entries in Molehill's own file of one project. */
function hashing() {
  const { write, load } = setting();
  return (entry: object, token = 'one'): string => {
    write('.molehill/mcp.json', { mcpServers: { a: entry } });
    return serverOf(load(undefined, { TOKEN: token }), 'a').hash;
  };
}

const base = { command: 'x', args: ['1'], env: { A: `\${TOKEN}` } };
const remote = { type: 'http', url: 'https://x.test/mcp', headers: { A: '1' } };

test.each([
  ['command', base, { command: 'y' }],
  ['an argument', base, { args: ['2'] }],
  ['the order of arguments', { ...base, args: ['1', '2'] }, { args: ['2', '1'] }],
  ['a variable', base, { env: { A: `\${TOKEN}`, B: '' } }],
  ['the folder', base, { cwd: 'sub' }],
  ['sharing', base, { shared: true }],
  ['framing', base, { framing: 'content-length' }],
  ['the env file', base, { envFile: '.molehill/mcp.json' }],
  ['a field that does not exist yet', base, { sandbox: false }],
  ['the url', remote, { url: 'https://y.test/mcp' }],
  ['a header', remote, { headers: { A: '2' } }],
  ['the transport', remote, { type: 'sse' }],
])('a change of %s needs a new approval', (_, entry, change) => {
  const hashOf = hashing();
  expect(hashOf({ ...entry, ...change })).not.toBe(hashOf(entry));
});

test.each([
  ['the order of fields', base, { args: base.args, env: base.env, command: 'x' }],
  ['settings of the gateway', base, { ...base, timeoutMs: 5, deny: ['b'], favourites: ['c'], budget: 1 }],
  ['disabling', base, { ...base, enabled: false }],
])('%s needs none', (_, entry, other) => {
  const hashOf = hashing();
  expect(hashOf(other)).toBe(hashOf(entry));
});

test('a referenced variable keeps its approval when its value changes', () => {
  const hashOf = hashing();
  expect(hashOf(base, 'two')).toBe(hashOf(base, 'one'));
});

test('a nearer file that makes an approved server shared needs a new approval', () => {
  const { write, load } = setting();
  write('.mcp.json', { mcpServers: { a: base } });
  const alone = serverOf(load(undefined, { TOKEN: 'x' }), 'a');
  write('.molehill/mcp.json', { mcpServers: { a: { shared: true } } });
  const shared = serverOf(load(undefined, { TOKEN: 'x' }), 'a');
  expect(shared).toMatchObject({ shared: true, source: alone.source });
  expect(shared.hash).not.toBe(alone.hash);
});

/** The fields of which a change may pass without approval. */
const HARMLESS = ['enabled', 'disabled', 'timeoutMs', 'allow', 'deny', 'favourites', 'budget'];
const USED = [
  ...HARMLESS,
  'type',
  'command',
  'args',
  'env',
  'environment',
  'envFile',
  'cwd',
  'url',
  'headers',
];
const names = fc
  .string({ minLength: 1 })
  .filter((name) => ![...USED, 'framing', 'shared', '__proto__'].includes(name));
const values = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));

test('whatever field is added or changed needs a new approval unless it is listed as harmless', () => {
  const hashOf = hashing();
  fc.assert(
    fc.property(names, values, values, (name, one, two) => {
      const [without, first, second] = [
        hashOf(base),
        hashOf({ ...base, [name]: one }),
        hashOf({ ...base, [name]: two }),
      ];
      expect(first).not.toBe(without);
      expect(first === second).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(two)));
    }),
    { numRuns: 60 },
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
