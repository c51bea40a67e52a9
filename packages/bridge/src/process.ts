import * as z from 'zod';

/** Core's `ProcessIdentity`. */
export const processSchema = z.object({ pid: z.int(), start: z.string(), host: z.string() });
