import { shownHash } from './approvals.ts';
import { hashOf } from './claims.ts';
import { gatewayErrors } from './errors.ts';
import type { Gateway } from './gateway.ts';
import { claimOfWithheld, serverKeyOf } from './pins.ts';

/** The hashes of what a person was shown. */
export interface Seen {
  readonly id: string;
  readonly hash: string;
  readonly definitions: readonly { readonly name: string; readonly hash: string }[];
}

/** Approves exactly what the person saw. Throws if something changed since then. */
export async function approveSeen(gateway: Gateway, seen: Seen): Promise<void> {
  const config = gateway.status().servers.find(({ id }) => id === seen.id)?.config;
  if (!config || shownHash(config) !== seen.hash) throw outdated(seen.id);
  await gateway.approvals.approve([config]);
  const key = serverKeyOf(config);
  const unchanged = gateway.pins
    .withheld(key)
    .filter((each) => seen.definitions.some(({ hash }) => hash === hashOf(claimOfWithheld(each))));
  if (unchanged.length > 0) await gateway.pins.approve(key, unchanged);
  await gateway.catalogue.settled();
  if (unchanged.length < seen.definitions.length) throw outdated(seen.id);
}

function outdated(id: string) {
  return gatewayErrors.fail('E_APPROVAL_OUTDATED', `The server "${id}" changed after it was shown.`);
}
