import type { WireResult } from '@molehill/core/upstream';
import { createNameTable, type NameTable } from '../names.ts';
import type { Source } from './source.ts';

/** Prompts of all servers by the names they have here. */
export class Prompts {
  readonly #sources: () => readonly Source[];

  constructor(sources: () => readonly Source[]) {
    this.#sources = sources;
  }

  list(): readonly WireResult[] {
    const names = this.#names();
    return this.#sources().flatMap(({ id, definitions }) =>
      (definitions?.prompts ?? []).map((prompt) => ({ ...prompt, name: names.nameOf(id, prompt.name) })),
    );
  }

  find(name: string): { readonly source: Source; readonly name: string } | undefined {
    const origin = this.#names().originOf(name);
    const source = origin && this.#sources().find(({ id }) => id === origin.serverId);
    return source && { source, name: origin.toolName };
  }

  #names(): NameTable {
    return createNameTable(
      this.#sources().flatMap(({ id, definitions }) =>
        (definitions?.prompts ?? []).map(({ name }) => ({ serverId: id, toolName: name })),
      ),
    );
  }
}
