import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Peer } from '@molehill/core/upstream';
import { canonicalJson, sha256 } from '../canonical.ts';
import type { DefinitionCache, DefinitionKey } from '../upstreams/definitions/cache.ts';

/** Servers decide by these what they offer. Where several clients share a server, who cannot do it says so when asked. */
const ALL: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
};

const ASKED_OF_CLIENTS = ['elicitation', 'sampling', 'roots', 'experimental'];

/** What a server of 2025 is told that its client can do. It is told once, when it is started. */
export class AdoptedCapabilities {
  #capabilities: ClientCapabilities = ALL;
  #tag = '';

  get capabilities(): ClientCapabilities {
    return this.#capabilities;
  }

  /** From now on servers are told what this client can do. False where that is nothing new. */
  adopt({ capabilities }: Peer): boolean {
    const own = Object.entries(capabilities).filter(([name]) => ASKED_OF_CLIENTS.includes(name));
    const adopted: ClientCapabilities = Object.fromEntries(own);
    const told = canonicalJson(adopted);
    if (told === canonicalJson(this.#capabilities)) return false;
    this.#capabilities = adopted;
    this.#tag = told === canonicalJson(ALL) ? '' : sha256(told);
    return true;
  }

  /** What a server says of itself may depend on it, and is remembered apart. */
  cacheOf(cache: DefinitionCache): DefinitionCache {
    const keyOf = (key: DefinitionKey) => ({ ...key, hash: `${key.hash}${this.#tag}` });
    return {
      get: (key) => cache.get(keyOf(key)),
      put: (key, definitions) => cache.put(keyOf(key), definitions),
    };
  }
}
