import * as z from 'zod';
import { type Log, silentLog } from '../log.ts';
import { openJsonState } from './json-state.ts';

const approvalSchema = z.object({
  directory: z.string(),
  id: z.string(),
  hash: z.string(),
  /** Further parts of the content: fingerprints by path. */
  files: z.record(z.string(), z.string()).exactOptional(),
  at: z.string(),
  /** What was approved, for the person who reads the list. Without secrets. */
  summary: z.string().exactOptional(),
});
const documentSchema = z.object({ version: z.literal(1), approved: z.array(approvalSchema) });

type Document = z.output<typeof documentSchema>;
export type Approval = Readonly<z.output<typeof approvalSchema>>;

/** What is approved: one content of one thing in one folder. */
export type ApprovedContent = Omit<Approval, 'at'>;

/** What a person approved once. Other processes read and write the file too. */
export interface ApprovalStore {
  readonly file: string;
  has(content: ApprovedContent): boolean;
  list(): readonly Approval[];
  add(contents: readonly ApprovedContent[]): Promise<void>;
  /** Resolves with the approvals that were taken back. */
  remove(matches: (approval: Approval) => boolean): Promise<readonly Approval[]>;
}

export interface ApprovalStoreOptions {
  readonly file: string;
  readonly log?: Log | undefined;
}

/** Every relayed call needs a decision; an approval of another process counts this much later. */
const CACHED_MS = 250;

const NOTHING: Document = { version: 1, approved: [] };

export function openApprovals({ file, log = silentLog }: ApprovalStoreOptions): ApprovalStore {
  // A damaged file approves nothing: it may have been damaged on purpose.
  const state = openJsonState<Document>({ path: file, schema: documentSchema, empty: NOTHING, log });
  let cached: { readonly document: Document; readonly until: number } | undefined;
  const current = () => {
    if (!cached || performance.now() > cached.until)
      cached = { document: state.readSync(), until: performance.now() + CACHED_MS };
    return cached.document.approved;
  };
  const change = async (edit: (approved: readonly Approval[]) => Approval[]) => {
    await state.change(({ approved }) => ({ version: 1, approved: edit(approved) }));
    cached = undefined;
  };
  return {
    file,
    has: (content) => current().some(isFor(content)),
    list: current,
    add: (contents) =>
      change((approved) => {
        const all = [...approved];
        const at = new Date().toISOString();
        for (const content of contents) if (!all.some(isFor(content))) all.push({ ...content, at });
        return all;
      }),
    async remove(matches) {
      let removed: readonly Approval[] = [];
      await change((approved) => {
        removed = approved.filter(matches);
        return approved.filter((approval) => !matches(approval));
      });
      return removed;
    },
  };
}

function isFor(content: ApprovedContent) {
  const key = keyOf(content);
  return (approval: Approval) => keyOf(approval) === key;
}

function keyOf({ directory, id, hash, files = {} }: ApprovedContent): string {
  return JSON.stringify([directory, id, hash, Object.entries(files).sort()]);
}
