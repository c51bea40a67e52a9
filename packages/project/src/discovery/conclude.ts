import { type FoundDatabase, isUsable, type UnreadFile, type UsableDatabase } from './found.ts';
import { computed } from './literal/literal.ts';
import type { ProjectSettings } from './sources/molehill-json.ts';

/** How much a source says about the database that is meant. A lower one comes first. */
export const TIERS = { explicit: 0, declared: 1, inferred: 2, containers: 3, files: 4 } as const;
export type Tier = keyof typeof TIERS;

export interface Entry {
  readonly found: FoundDatabase;
  readonly tier: Tier;
  /** The folder of its source. */
  readonly scope: string;
  /** The variables that its source looked up. */
  readonly uses: ReadonlySet<string>;
  /** The engine is known and cannot be opened. */
  readonly isUnsupported: boolean;
}

export interface Conclusion {
  /** The database that the project means; `chosen` when it can be used. */
  readonly meant: FoundDatabase | null;
  readonly chosen: UsableDatabase | null;
  readonly others: readonly FoundDatabase[];
  readonly message: string;
}

/** A database that is meant and cannot be used is not replaced by another one. */
export function conclude(
  entries: readonly Entry[],
  { from }: ProjectSettings,
  unread: readonly UnreadFile[],
  templates: readonly string[],
): Conclusion {
  const wanted = from?.replaceAll('\\', '/').replace(/^\.\//, '');
  const candidates = wanted === undefined ? entries : entries.filter(({ found }) => found.file === wanted);
  const meant = firstMeant(candidates)?.found ?? null;
  const chosen = meant && isUsable(meant) ? meant : null;
  const others = entries.map(({ found }) => found).filter((found) => found !== chosen);
  const message = chosen
    ? describeChoice(chosen)
    : explain(
        meant,
        candidates.map(({ found }) => found),
        unread,
        templates,
        wanted,
      );
  return { meant, chosen, others, message };
}

function firstMeant(entries: readonly Entry[]): Entry | undefined {
  const explicit = entries.find(({ tier }) => tier === 'explicit');
  if (explicit) {
    const listed = entries.filter(({ found }) => found.source === explicit.found.source);
    return listed.find(({ found }) => isUsable(found)) ?? explicit;
  }
  const deciding = entries.filter((entry) => !isSuperseded(entry, entries) && !isOpaque(entry, entries));
  const isOpen = ({ tier, isUnsupported, found }: Entry) =>
    TIERS[tier] < TIERS.inferred || !isUnsupported || isUsable(found);
  // Beside an engine that cannot be opened a program may use another one; a stray file is not that one.
  return deciding.find((entry) => isOpen(entry) && entry.tier !== 'files') ?? deciding[0];
}

/** A framework that reads the variable knows the engine and where a relative path begins. */
function isSuperseded({ found, scope }: Entry, entries: readonly Entry[]): boolean {
  if (found.source !== 'env' || (isUsable(found) && found.route?.file === undefined)) return false;
  const { key = '' } = found;
  return entries.some(
    (other) =>
      other.tier === 'declared' &&
      other.found.source !== 'env' &&
      other.scope === scope &&
      other.uses.has(key),
  );
}

/** Settings that compute everything take it from the environment: then the variables beside them say it. */
function isOpaque({ found, tier, scope }: Entry, entries: readonly Entry[]): boolean {
  const { problems } = found;
  if (tier !== 'declared' || problems.length === 0 || !problems.every((text) => text.endsWith(computed.why)))
    return false;
  return entries.some(
    (other) => other.found.source === 'variables' && other.scope === scope && isUsable(other.found),
  );
}

const MAX_LISTED = 5;

function explain(
  meant: FoundDatabase | null,
  found: readonly FoundDatabase[],
  unread: readonly UnreadFile[],
  templates: readonly string[],
  wanted: string | undefined,
): string {
  const unusable = [
    ...(meant ? [meant] : []),
    ...found.filter((other) => other !== meant && !isUsable(other)),
  ];
  const files = unread.filter(({ file }) => !unusable.some((other) => other.file === file));
  const problems = [
    ...unusable.map(describeProblems),
    ...files.map(({ file, reason }) => `${file} ${reason}`),
  ].slice(0, MAX_LISTED);
  const hint = templates.length > 0 ? ` ${templates[0]} is a template that no program reads: copy it.` : '';
  if (problems.length > 0) return `No database of the project can be used. ${problems.join('; ')}.${hint}`;
  return wanted === undefined
    ? `No file of the project names a database.${hint}`
    : `${wanted}, which .molehill.json selects, names no database.`;
}

export function describeChoice(chosen: UsableDatabase): string {
  const { type, route, needsApproval } = chosen;
  const { host, port, database, file } = route ?? {};
  const target =
    file ?? `${host}${port === undefined ? '' : `:${port}`}${database === undefined ? '' : `/${database}`}`;
  const approval = needsApproval.length > 0 ? `, ${describeApproval(chosen)}` : '';
  return `${type} ${target} from ${placeOf(chosen)}${approval}.`;
}

function placeOf({ file, line, key }: FoundDatabase): string {
  return `${file}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : ` (${key})`}`;
}

function describeApproval({ needsApproval }: FoundDatabase): string {
  const reasons = needsApproval.map(({ kind, detail }) => `${kind} ${detail}`);
  return `needs approval for ${reasons.join(', ')}: run \`molehill project approve\``;
}

/** Without secrets. */
export function describeProblems(found: FoundDatabase): string {
  const isHeld = found.connection === undefined && found.needsApproval.length > 0;
  const problems = [...found.problems, ...(isHeld ? [describeApproval(found)] : [])];
  return `${placeOf(found)}: ${problems.join(', ')}`;
}
