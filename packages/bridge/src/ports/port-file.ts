import { isRecord } from '@molehill/core/record';
import { type JsonStateOptions, openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';

/** Project roots and their ports, least recently written first. */
export type Ports = ReadonlyMap<string, number>;

/** `{"<project root>": port}` on disk. */
export interface PortFile {
  read(): Promise<Ports>;
  /** Writes nothing when `edit` returns the map it was given. */
  change(edit: (ports: Ports) => Ports): Promise<void>;
  problems(): Promise<readonly string[]>;
}

const portSchema = z.int().min(1).max(65_535);
const fileSchema = z.record(z.string().min(1), portSchema);
type PortRecord = z.output<typeof fileSchema>;

export function openPortFile(
  options: Pick<JsonStateOptions<PortRecord>, 'path' | 'lockPath' | 'lockWaitMs' | 'log'>,
): PortFile {
  const state = openJsonState<PortRecord>({
    ...options,
    schema: fileSchema,
    empty: {},
    recover: validEntries,
  });
  return {
    read: async () => new Map(Object.entries(await state.read())),
    async change(edit) {
      await state.change((record) => {
        const before = new Map(Object.entries(record));
        const after = edit(before);
        return after === before ? record : Object.fromEntries(after);
      });
    },
    problems: () => state.problems(),
  };
}

function validEntries(json: unknown): PortRecord {
  const entries = Object.entries(isRecord(json) ? json : {});
  return Object.fromEntries(
    entries.flatMap(([root, port]) => {
      const parsed = fileSchema.safeParse({ [root]: port });
      return parsed.success ? Object.entries(parsed.data) : [];
    }),
  );
}
