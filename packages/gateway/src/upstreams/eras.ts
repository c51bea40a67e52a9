import { readFile } from 'node:fs/promises';
import { replaceFile } from '@molehill/core/state/files';
import { withLock } from '@molehill/core/state/lock';
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
type Verdict = z.infer<typeof verdictSchema>;

export function createMemoryEraStore(): EraStore {
  const eras = new Map<string, Era>();
  return {
    get: async (hash) => eras.get(hash),
    put: async (hash, era) => {
      eras.set(hash, era);
    },
  };
}

/** Kept in a file that several processes share. What cannot be read counts as nothing: then a server is asked again. */
export function createEraStore(file: string, now: () => number = Date.now): EraStore {
  let known: Promise<Map<string, Verdict>> | undefined;
  const load = () => {
    known ??= readVerdicts(file);
    return known;
  };
  return {
    get: async (hash) => {
      const verdict = (await load()).get(hash);
      const isStale = verdict?.era === 'legacy' && now() - verdict.at > LEGACY_KEPT_MS;
      return isStale ? undefined : verdict?.era;
    },
    put: async (hash, era) => {
      const before = (await load()).get(hash);
      if (before?.era === era && now() - before.at < LEGACY_KEPT_MS) return;
      known = withLock({ path: `${file}.lock` }, async (lock) => {
        const verdicts = await readVerdicts(file);
        verdicts.delete(hash);
        verdicts.set(hash, { era, at: now() });
        const kept = [...verdicts].slice(-MOST_VERDICTS);
        await replaceFile(
          file,
          JSON.stringify({ version: 1, verdicts: Object.fromEntries(kept) }),
          async () => {
            if (!(await lock.isHeld())) throw new Error('the lock was lost');
          },
        );
        return new Map(kept);
      });
      known.catch(() => {
        known = undefined;
      });
      await known;
    },
  };
}

async function readVerdicts(file: string): Promise<Map<string, Verdict>> {
  try {
    const { verdicts } = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    return new Map(Object.entries(verdicts));
  } catch {
    return new Map();
  }
}
