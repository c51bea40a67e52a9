import type { ApproveRequestBody, UpstreamDescription } from '@molehill/api';

/** Agrees to what was on the screen and to nothing else: to no definition that the person left out, nor to later ones. */
export function approvalOf(
  seen: Pick<UpstreamDescription, 'id' | 'hash' | 'withheld'>,
  leftOut: ReadonlySet<string>,
): ApproveRequestBody {
  const agreed = seen.withheld.filter(({ name }) => !leftOut.has(name));
  return { id: seen.id, hash: seen.hash, definitions: agreed.map(({ name, hash }) => ({ name, hash })) };
}
