import { expect, test } from 'vitest';
import { compareSubject, routes, subjects } from '../../bench/fidelity/run.ts';

/** Every feature of a server, through the gateway as it is without: `bench/fidelity` prints the same as a table. */
test.each(subjects)('$name is through the gateway as it is directly', async (subject) => {
  const verdicts = await compareSubject(subject, routes);
  const compared = verdicts.filter(({ differences }) => differences !== undefined);
  expect(compared.length).toBeGreaterThan(verdicts.length / 2);
  expect(compared.filter(({ differences }) => differences && differences.length > 0)).toEqual([]);
});
