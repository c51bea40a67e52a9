import { test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { describeDialectContract } from '../../testing/dialect-contract.ts';
import { postgresEngine } from '../../testing/scratch-database.ts';

const address = await sharedPostgres();

if (address) describeDialectContract(`PostgreSQL ${address.version}`, () => postgresEngine(address));
else test.skip('PostgreSQL cannot be had here', () => {});
