import type { WireResult } from '@molehill/core/upstream';
import { fitsTemplate } from '../protocol.ts';
import type { Source } from './source.ts';

/** Links that are remembered; the oldest goes first. */
const MOST_LINKS = 2_000;

/** Which server a resource is of. Where several offer the same, the first of the configuration has it. */
export class Resources {
  readonly #links = new Map<string, Source>();
  readonly #sources: () => readonly Source[];

  constructor(sources: () => readonly Source[]) {
    this.#sources = sources;
  }

  list(): readonly WireResult[] {
    return firstOfEach(
      this.#sources().flatMap(({ definitions }) => definitions?.resources ?? []),
      'uri',
    );
  }

  templates(): readonly WireResult[] {
    const all = this.#sources().flatMap(({ definitions }) => definitions?.resourceTemplates ?? []);
    return firstOfEach(all, 'uriTemplate');
  }

  /** Listed, linked to from a result, fitting a template, or at least of a kind that only one server has. */
  ownerOf(uri: string): Source | undefined {
    const sources = this.#sources();
    return (
      sources.find(({ definitions }) => definitions?.resources.some((each) => each.uri === uri)) ??
      this.#links.get(uri) ??
      sources.find(({ definitions }) =>
        definitions?.resourceTemplates.some((each) => fitsTemplate(each.uriTemplate, uri)),
      ) ??
      onlyOne(sources.filter((source) => offersScheme(source, schemeOf(uri)))) ??
      onlyOne(sources.filter(({ definitions }) => definitions?.capabilities.resources !== undefined))
    );
  }

  ownerOfTemplate(uriTemplate: string): Source | undefined {
    const has = ({ definitions }: Source) =>
      definitions?.resourceTemplates.some((each) => each.uriTemplate === uriTemplate);
    return this.#sources().find(has) ?? this.ownerOf(uriTemplate);
  }

  /** What a result links to is read from the server that gave the link. */
  readonly remember = (source: Source, result: WireResult): void => {
    if (!Array.isArray(result.content)) return;
    for (const part of result.content as readonly { type?: unknown; uri?: unknown }[]) {
      if (part?.type !== 'resource_link' || typeof part.uri !== 'string') continue;
      this.#links.delete(part.uri);
      this.#links.set(part.uri, source);
      const [oldest] = this.#links.keys();
      if (this.#links.size > MOST_LINKS && oldest !== undefined) this.#links.delete(oldest);
    }
  };
}

function firstOfEach<T extends WireResult>(items: readonly T[], key: string): readonly T[] {
  const seen = new Set<unknown>();
  return items.filter((item) => !seen.has(item[key]) && seen.add(item[key]));
}

function schemeOf(uri: string): string {
  return uri.split(':', 1)[0] ?? '';
}

function offersScheme({ definitions }: Source, scheme: string): boolean {
  const uris = definitions?.resources.map(({ uri }) => uri) ?? [];
  const templates = definitions?.resourceTemplates.map(({ uriTemplate }) => uriTemplate) ?? [];
  return [...uris, ...templates].some((each) => schemeOf(each) === scheme);
}

function onlyOne<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
