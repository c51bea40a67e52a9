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
  #capabilities: ClientCapabilities = ALL;
  #cacheTag = '';

  get capabilities(): ClientCapabilities {
    return this.#capabilities;
  }

  /** Advertises the capabilities of this client from now on. Returns whether they changed. */
  adopt({ capabilities }: Peer): boolean {
    const adopted: ClientCapabilities = Object.fromEntries(
      Object.entries(capabilities).filter(([name]) => RELAYED.includes(name)),
    );
    const text = canonicalJson(adopted);
    if (text === canonicalJson(this.#capabilities)) return false;
    this.#capabilities = adopted;
    this.#cacheTag = text === canonicalJson(ALL) ? '' : sha256(text);
    return true;
  }

  /** Definitions may depend on the capabilities, so each set has its own cache entries. */
  get cacheTag(): string {
    return this.#cacheTag;
  }
}
