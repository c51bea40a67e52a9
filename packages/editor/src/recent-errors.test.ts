import { createRedactor } from '@molehill/core/redact';
import { expect, test } from 'vitest';
import { editorErrors } from './errors.ts';
import { RecentErrors } from './recent-errors.ts';

test('keeps the last errors, the newest first, without secrets', () => {
  const errors = new RecentErrors(createRedactor());
  for (let count = 1; count <= 30; count += 1) errors.add('rename_file', new Error(`number ${count}`));
  errors.add('debug_start', editorErrors.fail('E_LAUNCH_FAILED', 'password=hunter22 was refused'));
  const list = errors.list();
  expect(list).toHaveLength(20);
  expect(list[0]).toMatchObject({ tool: 'debug_start', code: 'E_LAUNCH_FAILED' });
  expect(list[0]?.message).not.toContain('hunter22');
  expect(list[1]).toMatchObject({ code: 'E_INTERNAL', message: 'number 30' });
});
