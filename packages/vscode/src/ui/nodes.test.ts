import type { CallRecord } from '@molehill/core/calls';
import { expect, test } from 'vitest';
import { CallHistory } from './call-history.ts';
import { agentNodes, callNodes, connectionNodes, waitingNodes } from './nodes.ts';

const at = '2026-01-01T00:00:00.000Z';

function started(history: CallHistory, id: string, tool: string): void {
  history.add({ kind: 'started', id, at, server: 'editor', tool, frontend: 'http' });
}

function finished(history: CallHistory, call: Partial<CallRecord>): void {
  const usual = {
    id: '1',
    at,
    server: 'editor',
    tool: 'stack_get',
    frontend: 'http',
    durationMs: 12.4,
    outcome: 'ok',
  } as const;
  history.add({ kind: 'finished', call: { ...usual, inputBytes: 0, outputBytes: 0, ...call } });
}

test('lists running calls first, then finished ones with outcome and duration, newest first', () => {
  const history = new CallHistory();
  started(history, '1', 'stack_get');
  started(history, '2', 'debug_start');
  finished(history, { id: '1' });
  finished(history, { id: '3', tool: 'debug_evaluate', outcome: 'error', code: 'E_NO_SESSION' });
  finished(history, { id: '4', tool: 'debug_wait', durationMs: 2_340 });
  expect(callNodes(history).map(({ label, description }) => `${label}: ${description}`)).toEqual([
    'debug_start: runs, HTTP',
    'debug_wait: ok in 2.3 s',
    'debug_evaluate: E_NO_SESSION in 12 ms',
    'stack_get: ok in 12 ms',
  ]);
});

test('keeps the last hundred calls', () => {
  const history = new CallHistory();
  for (let id = 0; id < 120; id += 1) finished(history, { id: String(id) });
  expect(history.finished.map(({ id }) => id)).toHaveLength(100);
  expect(history.finished[0]?.id).toBe('119');
});

test('groups calls by client and frontend, below their debug sessions', () => {
  const history = new CallHistory();
  finished(history, { client: 'codex' });
  finished(history, { client: 'codex', frontend: 'jobs' });
  finished(history, { client: 'codex' });
  const nodes = agentNodes(history, [{ name: 'app.js', type: 'node' }]);
  expect(nodes.map(({ label, description }) => `${label}: ${description}`)).toEqual([
    'app.js: debug session, node',
    'codex: HTTP, 2 calls',
    'codex: job folder, 1 call',
  ]);
  expect(nodes[1]?.children).toHaveLength(2);
});

test('shows how agents reach the window', () => {
  const nodes = connectionNodes({
    languageModelTools: 90,
    http: { url: 'http://127.0.0.1:1/mcp' },
    project: { port: 2, hasJobFolder: true },
    database: 'sqlite from .env',
  });
  expect(nodes.map(({ description }) => description)).toEqual([
    'http://127.0.0.1:1/mcp',
    '90 tools',
    'http://127.0.0.1:2',
    'on',
    'sqlite from .env',
  ]);
  expect(connectionNodes({ languageModelTools: 0 }).map(({ description }) => description)).toEqual([
    'off',
    '0 tools',
  ]);
});

test('lists questions and the database that wait for a decision', () => {
  const database = { fingerprint: 'f', place: '.env:1', database: 'postgres', would: ['connect to x'] };
  const nodes = waitingNodes([{ id: 'q', message: 'Set it?' }], [database]);
  expect(nodes.map(({ label, decision }) => [label, decision?.kind])).toEqual([
    ['Set it?', 'question'],
    ['Use the database of .env:1', 'project'],
  ]);
  expect(nodes[1]?.children).toMatchObject([{ label: 'connect to x' }]);
});
