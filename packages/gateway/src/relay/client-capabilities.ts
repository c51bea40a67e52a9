import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Peer } from '@molehill/core/upstream';
import { canonicalJson, sha256 } from '../canonical-json.ts';

/** Servers offer features by these. Where several clients share a server, a client without one refuses the request. */
const ALL: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
};

const RELAYED = ['elicitation', 'sampling', 'roots', 'experimental'];

/** The capabilities that legacy servers get in their handshake. */
export class AdvertisedCapabilities {
  current: ClientCapabilities = ALL;

  /** Advertises the capabilities of this client from now on. Returns whether they changed. */
  adopt({ capabilities }: Peer): boolean {
    const relayed = Object.entries(capabilities).filter(([name]) => RELAYED.includes(name));
    const before = this.cacheTag;
    this.current = Object.fromEntries(relayed);
    return this.cacheTag !== before;
  }

  /** Definitions may depend on the capabilities, so each set has its own cache entries. */
  get cacheTag(): string {
    return sha256(canonicalJson(this.current));
  }
}
