import * as z from 'zod';

/** The smallest changes of a file system that a change consists of. Each can be undone, also by another process. */
const schema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('write'),
    path: z.string(),
    /** Hashes of the bytes. */
    before: z.string(),
    after: z.string(),
    /** The new content until it is moved to the path. */
    staged: z.string(),
    /** The old content until the change is finished. */
    kept: z.string(),
    /** Written over the old content, because a new file would break hard links or have another owner. */
    inPlace: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('folder'), path: z.string() }),
  z.strictObject({ kind: z.literal('create'), path: z.string(), after: z.string(), staged: z.string() }),
  /** `staged` and `kept` are used between devices only. */
  z.strictObject({
    kind: z.literal('move'),
    from: z.string(),
    to: z.string(),
    staged: z.string(),
    kept: z.string(),
  }),
  z.strictObject({ kind: z.literal('remove'), path: z.string(), kept: z.string() }),
]);

export const stepsSchema = z.array(schema);
export type Step = z.infer<typeof schema>;
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;
