import { isDeepStrictEqual } from 'node:util';
import { canonicalJson, sha256 } from './canonical-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a server says about itself. */
export interface Offered {
  readonly serverInfo?: (Fields & { readonly version?: unknown }) | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly (Fields & { readonly name: string })[];
  readonly prompts: readonly (Fields & { readonly name: string })[];
  readonly resources: readonly (Fields & { readonly uri: string })[];
  readonly resourceTemplates: readonly (Fields & { readonly uriTemplate: string })[];
}

export const claimedLists = ['tools', 'prompts', 'resources', 'resourceTemplates', 'introduction'] as const;
export type ClaimedList = (typeof claimedLists)[number];

/** One definition of a server, with every field that it sent, or its introduction. */
export interface Claim {
  readonly list: ClaimedList;
  /** Unique in its list. */
  readonly name: string;
  readonly definition: Fields;
}

/** Of definitions with the same name only the first can be used. */
export function claimsOf(offered: Offered): readonly Claim[] {
  const { tools, prompts, resources, resourceTemplates } = offered;
  const claims = [
    ...tools.map((tool) => claimOf('tools', tool)),
    ...prompts.map((prompt) => claimOf('prompts', prompt)),
    ...resourceTemplates.map((template) => claimOf('resourceTemplates', template)),
    ...resources.filter((resource) => !isPlain(resource)).map((resource) => claimOf('resources', resource)),
    { list: 'introduction', name: 'introduction', definition: introductionOf(offered) } as const,
  ];
  return [...new Map(claims.toReversed().map((claim) => [idOf(claim), claim])).values()].toReversed();
}

export function claimOf(list: ClaimedList, definition: Fields): Claim {
  if (list !== 'resources') return { list, name: String(definition[nameFields[list]]), definition };
  // They change with the content and say nothing about its meaning.
  const { size: _, annotations, ...rest } = definition;
  const { lastModified: __, ...lasting } = { ...(annotations as Fields | undefined) };
  const isAnnotated = Object.keys(lasting).length > 0;
  return {
    list,
    name: String(definition.uri),
    definition: { ...rest, ...(isAnnotated && { annotations: lasting }) },
  };
}

const nameFields = {
  tools: 'name',
  prompts: 'name',
  resourceTemplates: 'uriTemplate',
  introduction: 'name',
} as const;

export function idOf({ list, name }: Pick<Claim, 'list' | 'name'>): string {
  return `${list} ${name}`;
}

const hashes = new WeakMap<Fields, string>();

/** Cached, because every review asks for it. */
export function hashOf(claim: Claim): string {
  const known = hashes.get(claim.definition);
  if (known !== undefined) return known;
  const { list, name, definition } = claim;
  const hash = sha256(canonicalJson([list, name, definition]));
  hashes.set(definition, hash);
  return hash;
}

/** The version changes with every release and is no text for a model. */
function introductionOf({ serverInfo, instructions }: Offered): Fields {
  const { version: _, ...info } = { ...serverInfo };
  return { serverInfo: info, ...(instructions !== undefined && { instructions }) };
}

const LONGEST_NAME = 100;

/**
 * A resource without the texts that its server wrote for a model. Lists of resources change all the time: one that is
 * not approved can be used all the same, but is listed like this.
 */
export function plainResource(resource: Fields): Fields {
  const { uri, name, mimeType, size, annotations } = resource;
  const { audience, priority, lastModified } = { ...(annotations as Fields | undefined) };
  const isName = typeof name === 'string' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name);
  return withoutUndefined({
    uri,
    name: isName ? name : uri,
    mimeType: typeof mimeType === 'string' && mimeType.length <= LONGEST_NAME ? mimeType : undefined,
    size: typeof size === 'number' ? size : undefined,
    annotations: annotations && withoutUndefined({ audience, priority, lastModified }),
  });
}

/** Whether a resource has nothing but what `plainResource` keeps. */
export function isPlain(resource: Fields): boolean {
  return isDeepStrictEqual(plainResource(resource), withoutUndefined(resource));
}

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
