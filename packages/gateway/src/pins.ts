import { join } from 'node:path';
import { type Log, silentLog } from '@molehill/core/log';
import { type JsonState, openJsonState } from '@molehill/core/state/json-state';
import * as z from 'zod';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { type Claim, claimedLists, claimOf, hashOf, idOf } from './claims.ts';
import { ownerOf } from './config/places.ts';
import type { UpstreamConfig } from './config/upstream-config.ts';

/** A server and the folder that owns its configuration. */
export interface ServerKey {
  readonly directory: string;
  readonly server: string;
}

export interface PinVerdict {
  readonly withheld: readonly Withheld[];
  /** What is approved, by the ids of the claims. */
  readonly approved: ReadonlyMap<string, Claim>;
  /** Of the pins that the claims were compared with: see `Pins.hashOf`. */
  readonly pinsHash: string;
}

/** What a person approved of the things that a server says about itself. Later claims are compared with it. */
export interface Pins {
  /** The file with the pins of a server. Other processes write it too. */
  fileOf(key: ServerKey): string;
  /** Pins the first claims of a server as they are, so call it for approved servers only. */
  compare(key: ServerKey, claims: readonly Claim[]): Promise<PinVerdict>;
  /** What the last comparison withheld, in any process. Starts nothing. */
  withheld(key: ServerKey): readonly Withheld[];
  /** Changes with every approval, in any process. */
  hashOf(key: ServerKey): string;
  /** Approves exactly these claims. Those that changed since they were shown stay withheld. */
  approve(key: ServerKey, claims: readonly Withheld[]): Promise<void>;
}

export function serverKeyOf(server: UpstreamConfig): ServerKey {
  return { directory: ownerOf(server.source), server: server.id };
}

const fieldsSchema = z.record(z.string(), z.unknown());
const claimSchema = z.object({ list: z.enum(claimedLists), name: z.string(), definition: fieldsSchema });
const withheldSchema = z.object({
  list: z.enum(claimedLists),
  name: z.string(),
  kind: z.enum(['changed', 'new']),
  before: fieldsSchema.exactOptional(),
  after: fieldsSchema,
});
const documentSchema = z.object({
  version: z.literal(2),
  directory: z.string(),
  server: z.string(),
  /** Absent until the first claims of the server. */
  pinned: z.array(claimSchema).exactOptional(),
  withheld: z.array(withheldSchema),
});
/** Version 1 pinned some fields of tools and nothing else. */
const olderSchema = z
  .object({
    version: z.literal(1),
    directory: z.string(),
    server: z.string(),
    pinned: z.array(fieldsSchema.and(z.object({ name: z.string() }))).exactOptional(),
  })
  .transform(({ directory, server, pinned }): Document => {
    const older = pinned?.map((tool) => claimOf('tools', tool));
    return { version: 2, directory, server, withheld: [], ...(older && { older }) };
  });

type Document = z.output<typeof documentSchema> & {
  /** The pins of version 1, until the first comparison. */
  readonly older?: readonly Claim[];
};

/** A claim that waits for approval. */
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
    async compare(key, claims) {
      const before = current(key);
      let outcome = compareWith(before, claims);
      if (outcome.document === before && !unwritten.has(pathOf(key))) return outcome.verdict;
      const change = fileOf(key).change((document) => {
        outcome = compareWith(orUnwritten(key, document), claims);
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
    async approve(key, claims) {
      await fileOf(key).change((document) => withApproved(document, claims));
    },
  };
}

export function claimOfWithheld({ list, name, after }: Withheld): Claim {
  return { list, name, definition: after };
}

const nouns = { prompts: 'prompt', resources: 'resource', resourceTemplates: 'resource template' } as const;

/** For a person: the name of a tool, or the kind and name of something else. */
export function labelOf({ list, name }: Withheld): string {
  if (list === 'tools') return name;
  return list === 'introduction' ? 'instructions of the server' : `${nouns[list]} ${name}`;
}

function openFile(path: string, { directory, server }: ServerKey, log: Log): JsonState<Document> {
  const initial: Document = { version: 2, directory, server, withheld: [] };
  // After damage an empty list of pins withholds every claim until a person approves it.
  const recover = () => ({ ...initial, pinned: [] });
  const schema = z.union([documentSchema, olderSchema]);
  return openJsonState<Document>({ path, schema, empty: initial, recover, log });
}

/** More new resources than anyone reads are withheld without being kept. */
const MOST_KEPT = 500;

function compareWith(document: Document, claims: readonly Claim[]) {
  const pinned = document.pinned ?? firstPins(claims, document.older);
  const approved = new Map(pinned.map((claim) => [idOf(claim), claim]));
  const withheld = claims.flatMap((claim) => differenceTo(approved.get(idOf(claim)), claim));
  const verdict = { withheld, approved, pinsHash: hashOfPins(pinned) };
  const kept = withheld.slice(0, MOST_KEPT);
  if (document.pinned && canonicalJson(kept) === canonicalJson(document.withheld))
    return { document, verdict };
  const { older: _, ...rest } = document;
  return { document: { ...rest, pinned, withheld: kept }, verdict };
}

function firstPins(claims: readonly Claim[], older: readonly Claim[] | undefined): Claim[] {
  if (!older) return [...claims];
  const before = new Map(older.map((claim) => [idOf(claim), claim]));
  return claims.flatMap((claim) => {
    const known = before.get(idOf(claim));
    if (claim.list !== 'tools' || (known && olderHash(known) === olderHash(claim))) return [claim];
    return known ? [known] : [];
  });
}

/** Of the fields that version 1 pinned. */
function olderHash({ definition }: Claim): string {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = definition;
  return sha256(canonicalJson({ name, title, description, inputSchema, outputSchema, annotations, _meta }));
}

function differenceTo(before: Claim | undefined, claim: Claim): readonly Withheld[] {
  const { list, name, definition: after } = claim;
  if (!before) return [{ list, name, kind: 'new', after }];
  return hashOf(before) === hashOf(claim)
    ? []
    : [{ list, name, kind: 'changed', before: before.definition, after }];
}

function withApproved(document: Document, withheld: readonly Withheld[]): Document {
  const approved = new Map(withheld.map(claimOfWithheld).map((claim) => [idOf(claim), claim]));
  const untouched = (document.pinned ?? []).filter((claim) => !approved.has(idOf(claim)));
  const hashes = new Set([...approved.values()].map(hashOf));
  return {
    ...document,
    pinned: [...untouched, ...approved.values()],
    withheld: document.withheld.filter((each) => !hashes.has(hashOf(claimOfWithheld(each)))),
  };
}

const hashes = new WeakMap<readonly Claim[], string>();

/** Cached, because every list asks for it. */
function hashOfPins(pinned: readonly Claim[] | undefined): string {
  if (!pinned) return '';
  const known = hashes.get(pinned) ?? sha256(canonicalJson(pinned));
  hashes.set(pinned, known);
  return known;
}

function fileNameOf({ directory, server }: ServerKey): string {
  return `${server.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 40)}-${sha256(`${directory}\0${server}`).slice(0, 16)}`;
}
