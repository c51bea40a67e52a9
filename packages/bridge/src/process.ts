import * as z from 'zod';

/** A process as it is written down for others: see core's `ProcessIdentity`. */
export const processSchema = z.object({ pid: z.int(), start: z.string(), host: z.string() });
