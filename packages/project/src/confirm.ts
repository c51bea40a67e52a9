import { join } from 'node:path';
import { canonicalRoot } from '@molehill/bridge/ports';
import { isInWorkspace } from '@molehill/core/caller';
import { messageOf } from '@molehill/core/errors';
import { readRegularFile } from '@molehill/core/files/regular-file';
import { errorCode } from '@molehill/core/state/files';
import { parseJsonc } from '@molehill/core/state/jsonc';
import * as z from 'zod';
import type { HostClientOptions } from './host-client.ts';

const FILE = 'projects.json';
const schema = z.record(z.string(), z.strictObject({ confirm: z.literal('never').optional() }));

export const confirmHint = `A person can set "confirm": "never" for this project, in ${FILE} of the state directory.`;

/** What a person decided about a project: in the state directory, because tools can write to the project. */
export async function confirmOf(
  folder: string,
  { stateRoot, log }: HostClientOptions,
): Promise<'never' | undefined> {
  const path = join(stateRoot, FILE);
  try {
    const text = await readRegularFile(path);
    const json = parseJsonc(text);
    if (!json.ok) throw new Error(json.problem);
    const allowed = Object.entries(schema.parse(json.value)).filter(([, { confirm }]) => confirm === 'never');
    const workspace = await Promise.all(allowed.map(([root]) => canonicalRoot(root)));
    return isInWorkspace({ workspace }, folder) ? 'never' : undefined;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') log.warn({ path }, `projects.json is not used: ${messageOf(error)}`);
    return undefined;
  }
}
