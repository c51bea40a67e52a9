import { openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';

export type Era = 'legacy' | 'modern';

/** Which era of the protocol a server spoke when it was last started, by the hash of its configuration. */
export interface EraStore {
  get(hash: string): Promise<Era | undefined>;
  put(hash: string, era: Era): Promise<void>;
}

/** An updated server still answers the old handshake, so nothing but time ever corrects a remembered `legacy`. */
const LEGACY_KEPT_MS = 7 * 24 * 3_600_000;
const MOST_VERDICTS = 500;

const verdictSchema = z.object({ era: z.enum(['legacy', 'modern']), at: z.number() });
const fileSchema = z.object({ version: z.literal(1), verdicts: z.record(z.string(), verdictSchema) });

export function createMemoryEraStore(): EraStore {
  const eras = new Map<string, Era>();
  return {
    get: async (hash) => eras.get(hash),
    put: async (hash, era) => {
      eras.set(hash, era);
    },
  };
}

/** Kept in a file that several processes share. An unreadable file counts as empty: then the server is probed again. */
export function createEraStore(file: string, now: () => number = Date.now): EraStore {
  const state = openJsonState({
    path: file,
    schema: fileSchema,
    empty: { version: 1 as const, verdicts: {} },
  });
  return {
    get: async (hash) => {
      const verdict = state.readSync().verdicts[hash];
      const isStale = verdict?.era === 'legacy' && now() - verdict.at > LEGACY_KEPT_MS;
      return isStale ? undefined : verdict?.era;
    },
    put: async (hash, era) => {
      const before = state.readSync().verdicts[hash];
      if (before?.era === era && now() - before.at < LEGACY_KEPT_MS) return;
      await state.change(({ verdicts: { [hash]: _, ...others } }) => {
        const kept = [...Object.entries(others), [hash, { era, at: now() }] as const].slice(-MOST_VERDICTS);
        return { version: 1, verdicts: Object.fromEntries(kept) };
      });
    },
  };
}
