import type { ApproveRequestBody, UpstreamDescription } from '@molehill/api';

/** Approves exactly what was shown: no excluded definition, and none that arrived later. */
export function approvalOf(
  seen: Pick<UpstreamDescription, 'id' | 'hash' | 'withheld'>,
  excluded: ReadonlySet<string>,
): ApproveRequestBody {
  const approved = seen.withheld.filter(({ name }) => !excluded.has(name));
  return { id: seen.id, hash: seen.hash, definitions: approved.map(({ name, hash }) => ({ name, hash })) };
}
