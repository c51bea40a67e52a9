import { runWithTimeout } from '@molehill/core/timeout';
import { expect, test } from 'vitest';
import { ProjectReadiness } from './readiness.ts';

test('says that the project is loading before the time limit of the call ends it', async () => {
  const readiness = new ProjectReadiness('slow', { kind: 'log', message: /^done$/, searchAgainMs: 1 });
  const reports: unknown[] = [];
  const progress = (...report: unknown[]) => reports.push(report);
  const call = runWithTimeout({ timeoutMs: 600, graceMs: 100 }, undefined, (signal) =>
    readiness.wait(60_000, { signal, progress }),
  );
  await expect(call).rejects.toMatchObject({ code: 'E_LSP_NOT_READY' });
  expect(reports).toEqual([[0, undefined, 'The language server slow is still loading the project.']]);
});

test('ends with the call that waits', async () => {
  const readiness = new ProjectReadiness('slow', { kind: 'log', message: /^done$/, searchAgainMs: 1 });
  const caller = new AbortController();
  const waiting = readiness.wait(60_000, { signal: caller.signal, progress() {} });
  caller.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
});
