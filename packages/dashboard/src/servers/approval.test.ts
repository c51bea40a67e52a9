import type { WithheldDefinition } from '@molehill/api';
import { expect, it } from 'vitest';
import { approvalOf } from './approval.ts';

function withheld(name: string): WithheldDefinition {
  return { name, kind: 'changed', hash: `hash of ${name}`, diff: '' };
}

const seen = { id: 'files', hash: 'of the command', withheld: [withheld('read'), withheld('write')] };

it('approves exactly what was shown', () => {
  expect(approvalOf(seen, new Set())).toEqual({
    id: 'files',
    hash: 'of the command',
    definitions: [
      { name: 'read', hash: 'hash of read' },
      { name: 'write', hash: 'hash of write' },
    ],
  });
});

it('does not approve an excluded definition', () => {
  const { definitions } = approvalOf(seen, new Set(['write', 'unknown']));
  expect(definitions).toEqual([{ name: 'read', hash: 'hash of read' }]);
});
