import { expect, test } from 'vitest';
import { compareSubject, routes, subjects } from '../../bench/fidelity/run.ts';

/** Every feature of a server, directly and through the gateway: `bench/fidelity` prints the same as a table. */
test.each(subjects)('$name behaves the same through the gateway', async (subject) => {
  const verdicts = await compareSubject(subject, routes);
  const compared = verdicts.filter(({ differences }) => differences !== undefined);
  expect(compared.length).toBeGreaterThan(verdicts.length / 2);
  expect(compared.filter(({ differences }) => differences && differences.length > 0)).toEqual([]);
});
