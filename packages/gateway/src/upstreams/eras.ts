import { openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';

export type Era = 'legacy' | 'modern';

export type EraStore = ReturnType<typeof createEraStore>;

/** A server that became modern still answers the legacy handshake, so a stored `legacy` must expire. */
const LEGACY_TTL_MS = 7 * 24 * 3_600_000;
const MAX_ENTRIES = 500;

const entrySchema = z.object({ era: z.enum(['legacy', 'modern']), at: z.number() });
const fileSchema = z.object({ version: z.literal(1), verdicts: z.record(z.string(), entrySchema) });

/**
 * The protocol era of each server at its last start, by the hash of its configuration. Processes share the file. An
 * unreadable file counts as empty: then servers are probed again.
 */
export function createEraStore(file: string, now: () => number = Date.now) {
  const state = openJsonState({
    path: file,
    schema: fileSchema,
    empty: { version: 1 as const, verdicts: {} },
  });
  return {
    get: async (hash: string): Promise<Era | undefined> => {
      const entry = state.readSync().verdicts[hash];
      const isStale = entry?.era === 'legacy' && now() - entry.at > LEGACY_TTL_MS;
      return isStale ? undefined : entry?.era;
    },
    put: async (hash: string, era: Era): Promise<void> => {
      const before = state.readSync().verdicts[hash];
      if (before?.era === era && now() - before.at < LEGACY_TTL_MS) return;
      await state.change(({ verdicts: { [hash]: _, ...others } }) => {
        const kept = [...Object.entries(others), [hash, { era, at: now() }] as const].slice(-MAX_ENTRIES);
        return { version: 1, verdicts: Object.fromEntries(kept) };
      });
    },
  };
}
