import type { WireResult } from '@molehill/core/upstream';
import { createNameTable, type NameTable } from '../names.ts';
import type { UpstreamServer } from './upstream-server.ts';

/** The prompts of all servers under the names the gateway gives them. */
export class Prompts {
  readonly #servers: () => readonly UpstreamServer[];

  constructor(servers: () => readonly UpstreamServer[]) {
    this.#servers = servers;
  }

  list(): readonly WireResult[] {
    const names = this.#names();
    return this.#servers().flatMap(({ id, definitions }) =>
      (definitions?.prompts ?? []).map((prompt) => ({ ...prompt, name: names.nameOf(id, prompt.name) })),
    );
  }

  find(name: string): { readonly server: UpstreamServer; readonly name: string } | undefined {
    const origin = this.#names().originOf(name);
    const server = origin && this.#servers().find(({ id }) => id === origin.serverId);
    return server && { server, name: origin.toolName };
  }

  #names(): NameTable {
    return createNameTable(
      this.#servers().flatMap(({ id, definitions }) =>
        (definitions?.prompts ?? []).map(({ name }) => ({ serverId: id, toolName: name })),
      ),
    );
  }
}
