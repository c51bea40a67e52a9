import { join } from 'node:path';
import { type Log, silentLog } from '@molehill/core/log';
import { type JsonState, openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';
import { canonicalJson, sha256 } from './canonical.ts';
import { ownerOf } from './config/places.ts';
import type { UpstreamConfig } from './config/upstream-config.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** Whose definitions are pinned: a server and the folder that owns its configuration. */
export interface ServerKey {
  readonly directory: string;
  readonly server: string;
}

/** A definition that nobody has agreed to yet. */
export interface Withheld {
  readonly name: string;
  readonly kind: 'changed' | 'new';
  readonly before?: ToolDefinition;
  readonly after: ToolDefinition;
}

export interface PinVerdict {
  /** As they were given, without what is withheld. */
  readonly listed: readonly ToolDefinition[];
  readonly withheld: readonly Withheld[];
  /** Pinned, and no longer offered. */
  readonly removed: readonly string[];
  /** What it was judged by: see `Pins.agreedTo`. */
  readonly agreedTo: string;
}

/** The definitions a person agreed to. What a server says later is held against them. */
export interface Pins {
  /** Where those of a server are kept: other processes write there too. */
  fileOf(key: ServerKey): string;
  /** The first list of a server is taken as it is; ask only for servers that are approved. */
  compare(key: ServerKey, tools: readonly ToolDefinition[]): Promise<PinVerdict>;
  /** What the last comparison withheld, in whichever process; starts nothing. */
  withheld(key: ServerKey): readonly Withheld[];
  /** Another text once a person has agreed to something else, in whichever process. */
  agreedTo(key: ServerKey): string;
  /** Agrees to exactly these definitions. What changed again since they were shown stays withheld. */
  approve(key: ServerKey, definitions: readonly Withheld[]): Promise<void>;
  /** The next list of the server is taken as it is. */
  forget(key: ServerKey): Promise<void>;
}

export interface PinsOptions {
  readonly stateRoot: string;
  readonly log?: Log;
}

export function serverKeyOf(server: UpstreamConfig): ServerKey {
  return { directory: ownerOf(server.source), server: server.id };
}

const definitionSchema = z.custom<ToolDefinition>(
  (value) => typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string',
);
const withheldSchema = z.object({
  name: z.string(),
  kind: z.enum(['changed', 'new']),
  before: definitionSchema.exactOptional(),
  after: definitionSchema,
});
const documentSchema = z.object({
  version: z.literal(1),
  directory: z.string(),
  server: z.string(),
  /** Absent until the server was first seen. */
  pinned: z.array(definitionSchema).exactOptional(),
  withheld: z.array(withheldSchema),
});

type Document = z.output<typeof documentSchema>;

export function createPins({ stateRoot, log = silentLog }: PinsOptions): Pins {
  const files = new Map<string, JsonState<Document>>();
  const pathOf = (key: ServerKey) => join(stateRoot, 'pins', `${fileNameOf(key)}.json`);
  const fileOf = (key: ServerKey) => {
    const path = pathOf(key);
    const file = files.get(path) ?? openFile(path, key, log);
    files.set(path, file);
    return file;
  };
  return {
    fileOf: pathOf,
    async compare(key, tools) {
      const file = fileOf(key);
      const before = file.readSync();
      let outcome = judge(before, tools);
      if (outcome.document === before) return outcome.verdict;
      await file.change((current) => {
        outcome = judge(current, tools);
        return outcome.document;
      });
      return outcome.verdict;
    },
    withheld: (key) => fileOf(key).readSync().withheld,
    agreedTo: (key) => hashOfAll(fileOf(key).readSync().pinned),
    async approve(key, definitions) {
      await fileOf(key).change((document) => agreed(document, definitions));
    },
    async forget(key) {
      const { directory, server } = key;
      await fileOf(key).change(() => ({ version: 1, directory, server, withheld: [] }));
    },
  };
}

function openFile(path: string, { directory, server }: ServerKey, log: Log): JsonState<Document> {
  const initial: Document = { version: 1, directory, server, withheld: [] };
  // After damage nothing is pinned although the server was seen: every definition waits for approval.
  const recover = () => ({ ...initial, pinned: [] });
  return openJsonState<Document>({ path, schema: documentSchema, empty: initial, recover, log });
}

function judge(
  document: Document,
  offer: readonly ToolDefinition[],
): { readonly document: Document; readonly verdict: PinVerdict } {
  const tools = firstOfEachName(offer);
  const seen = tools.map(definitionOf);
  if (!document.pinned) {
    const first = { ...document, pinned: seen, withheld: [] };
    const agreedTo = hashOfAll(seen);
    return { document: first, verdict: { listed: tools, withheld: [], removed: [], agreedTo } };
  }
  const pinned = new Map(document.pinned.map((definition) => [definition.name, definition]));
  const withheld = seen.flatMap((definition) => differenceTo(pinned.get(definition.name), definition));
  const names = new Set(withheld.map(({ name }) => name));
  const offered = new Set(tools.map(({ name }) => name));
  const verdict = {
    listed: tools.filter(({ name }) => !names.has(name)),
    withheld,
    removed: [...pinned.keys()].filter((name) => !offered.has(name)),
    agreedTo: hashOfAll(document.pinned),
  };
  const isKnown = canonicalJson(withheld) === canonicalJson(document.withheld);
  return { document: isKnown ? document : { ...document, withheld }, verdict };
}

/** A second tool of the same name could never be called. */
function firstOfEachName(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const byName = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
  return byName.size === tools.length ? tools : tools.filter((tool) => byName.get(tool.name) === tool);
}

function differenceTo(before: ToolDefinition | undefined, after: ToolDefinition): readonly Withheld[] {
  const { name } = after;
  if (!before) return [{ name, kind: 'new', after }];
  return hashOf(before) === hashOf(after) ? [] : [{ name, kind: 'changed', before, after }];
}

function agreed(document: Document, definitions: readonly Withheld[]): Document {
  const approved = new Map(definitions.map(({ after }) => [after.name, definitionOf(after)]));
  const untouched = (document.pinned ?? []).filter(({ name }) => !approved.has(name));
  const isDone = ({ name, after }: Withheld) => {
    const definition = approved.get(name);
    return definition !== undefined && hashOf(definition) === hashOf(after);
  };
  return {
    ...document,
    pinned: [...untouched, ...approved.values()],
    withheld: document.withheld.filter((waiting) => !isDone(waiting)),
  };
}

/** What a model or a client acts upon. Pictures and the like may change freely. */
function definitionOf(tool: ToolDefinition): ToolDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  const fields = { name, title, description, inputSchema, outputSchema, annotations, _meta };
  return JSON.parse(JSON.stringify(fields));
}

export function hashOf(tool: ToolDefinition): string {
  return sha256(canonicalJson(definitionOf(tool)));
}

const hashes = new WeakMap<readonly ToolDefinition[], string>();

/** Asked for with every list, so each is worked out once. */
function hashOfAll(pinned: readonly ToolDefinition[] | undefined): string {
  if (!pinned) return '';
  const known = hashes.get(pinned) ?? sha256(canonicalJson(pinned));
  hashes.set(pinned, known);
  return known;
}

function fileNameOf({ directory, server }: ServerKey): string {
  return `${server.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 40)}-${sha256(`${directory}\0${server}`).slice(0, 16)}`;
}
