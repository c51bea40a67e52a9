import { join } from 'node:path';
import { type Log, silentLog } from '@molehill/core/log';
import { type JsonState, openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { ownerOf } from './config/places.ts';
import type { UpstreamConfig } from './config/upstream-config.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** A server and the folder that owns its configuration. */
export interface ServerKey {
  readonly directory: string;
  readonly server: string;
}

export interface PinVerdict {
  /** The given tools without those that are withheld. */
  readonly listed: readonly ToolDefinition[];
  readonly withheld: readonly Withheld[];
  /** Of the pins that the tools were compared with: see `Pins.hashOf`. */
  readonly pinsHash: string;
}

/** The tool definitions that a person approved. Later definitions of a server are compared with them. */
export interface Pins {
  /** The file with the pins of a server. Other processes write it too. */
  fileOf(key: ServerKey): string;
  /** Pins the first list of a server as it is, so call it for approved servers only. */
  compare(key: ServerKey, tools: readonly ToolDefinition[]): Promise<PinVerdict>;
  /** What the last comparison withheld, in any process. Starts nothing. */
  withheld(key: ServerKey): readonly Withheld[];
  /** Changes with every approval, in any process. */
  hashOf(key: ServerKey): string;
  /** Approves exactly these definitions. Those that changed since they were shown stay withheld. */
  approve(key: ServerKey, definitions: readonly Withheld[]): Promise<void>;
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
  /** Absent until the first list of the server. */
  pinned: z.array(definitionSchema).exactOptional(),
  withheld: z.array(withheldSchema),
});

type Document = z.output<typeof documentSchema>;

/** A definition that waits for approval. */
export type Withheld = Readonly<z.output<typeof withheldSchema>>;

export function createPins(options: { readonly stateRoot: string; readonly log?: Log }): Pins {
  const { stateRoot, log = silentLog } = options;
  const files = new Map<string, JsonState<Document>>();
  const pathOf = (key: ServerKey) => join(stateRoot, 'pins', `${fileNameOf(key)}.json`);
  const fileOf = (key: ServerKey) => {
    const path = pathOf(key);
    const file = files.get(path) ?? openFile(path, key, log);
    files.set(path, file);
    return file;
  };
  /** First lists that could not be written: later ones of this process are compared with them all the same. */
  const unwritten = new Map<string, Document>();
  const orUnwritten = (key: ServerKey, document: Document) =>
    document.pinned ? document : (unwritten.get(pathOf(key)) ?? document);
  const current = (key: ServerKey) => orUnwritten(key, fileOf(key).readSync());
  return {
    fileOf: pathOf,
    async compare(key, tools) {
      const before = current(key);
      let outcome = compareWith(before, tools);
      if (outcome.document === before && !unwritten.has(pathOf(key))) return outcome.verdict;
      const change = fileOf(key).change((document) => {
        outcome = compareWith(orUnwritten(key, document), tools);
        return outcome.document;
      });
      // Listing does not depend on writing: the disk may be full.
      await change.then(
        () => unwritten.delete(pathOf(key)),
        (error: unknown) => {
          unwritten.set(pathOf(key), outcome.document);
          log.warn({ err: error, server: key.server }, 'the pins of a server cannot be written');
        },
      );
      return outcome.verdict;
    },
    withheld: (key) => current(key).withheld,
    hashOf: (key) => hashOfPins(current(key).pinned),
    async approve(key, definitions) {
      await fileOf(key).change((document) => withApproved(document, definitions));
    },
  };
}

function openFile(path: string, { directory, server }: ServerKey, log: Log): JsonState<Document> {
  const initial: Document = { version: 1, directory, server, withheld: [] };
  // After damage an empty list of pins withholds every definition until a person approves it.
  const recover = () => ({ ...initial, pinned: [] });
  return openJsonState<Document>({ path, schema: documentSchema, empty: initial, recover, log });
}

function compareWith(document: Document, offer: readonly ToolDefinition[]) {
  const tools = firstOfEachName(offer);
  const seen = tools.map(definitionOf);
  if (!document.pinned) {
    const first = { ...document, pinned: seen, withheld: [] };
    return { document: first, verdict: { listed: tools, withheld: [], pinsHash: hashOfPins(seen) } };
  }
  const pinned = new Map(document.pinned.map((definition) => [definition.name, definition]));
  const withheld = seen.flatMap((definition) => differenceTo(pinned.get(definition.name), definition));
  const names = new Set(withheld.map(({ name }) => name));
  const verdict = {
    listed: tools.filter(({ name }) => !names.has(name)),
    withheld,
    pinsHash: hashOfPins(document.pinned),
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

function withApproved(document: Document, definitions: readonly Withheld[]): Document {
  const approved = new Map(definitions.map(({ after }) => [after.name, definitionOf(after)]));
  const untouched = (document.pinned ?? []).filter(({ name }) => !approved.has(name));
  const hashes = new Set([...approved.values()].map(hashOf));
  return {
    ...document,
    pinned: [...untouched, ...approved.values()],
    withheld: document.withheld.filter(({ after }) => !hashes.has(hashOf(after))),
  };
}

/** The fields that a model or client acts on. Icons and the like may change freely. */
function definitionOf(tool: ToolDefinition): ToolDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  const fields = { name, title, description, inputSchema, outputSchema, annotations, _meta };
  return JSON.parse(JSON.stringify(fields));
}

export function hashOf(tool: ToolDefinition): string {
  return sha256(canonicalJson(definitionOf(tool)));
}

const hashes = new WeakMap<readonly ToolDefinition[], string>();

/** Cached, because every list asks for it. */
function hashOfPins(pinned: readonly ToolDefinition[] | undefined): string {
  if (!pinned) return '';
  const known = hashes.get(pinned) ?? sha256(canonicalJson(pinned));
  hashes.set(pinned, known);
  return known;
}

function fileNameOf({ directory, server }: ServerKey): string {
  return `${server.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 40)}-${sha256(`${directory}\0${server}`).slice(0, 16)}`;
}
