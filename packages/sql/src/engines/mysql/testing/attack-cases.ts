import type { Attack } from '../../../testing/attacks/cases.ts';

/** Attacks of the kinds that the shared ones have. */
export const ATTACKS: readonly Attack[] = [
  ['sample_rows', { table: 'lock_view' }],
  ['sample_rows', { table: 'mark_view' }],
  ['profile_column', { table: 'lock_view', column: 'x' }],
  ['profile_column', { table: 'mark_view', column: 'x' }],
  'select sees_view()',
];
