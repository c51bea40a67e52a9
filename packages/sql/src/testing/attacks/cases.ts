import * as z from 'zod';
import shared from '../../guard/cases/sql-attacks.json' with { type: 'json' };
import type { Input } from '../sql-client.ts';

/** A statement, or a call of a tool. `@DIR@` stands for the folder of the fixture. */
export type Attack = string | readonly [tool: string, input: Input];

const attacks = z.array(z.union([z.string(), z.tuple([z.string(), z.record(z.string(), z.unknown())])]));
const byEngine = z.object({ mysql: attacks, postgres: attacks, sqlite: attacks });

export const sharedAttacks: Readonly<Record<'mysql' | 'postgres' | 'sqlite', readonly Attack[]>> =
  byEngine.parse(shared);
