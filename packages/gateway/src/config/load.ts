import { isMolehillError } from '@molehill/core/errors';
import { groupBy } from '../group-by.ts';
import { visible } from '../visible.ts';
import { commandOf, declarationOf } from './declaration.ts';
import { type DeclaredLaunch, type DeclaredServer, type Extras, unusable } from './declared.ts';
import { readDocument } from './documents.ts';
import { formats } from './formats/formats.ts';
import { assignIds } from './ids.ts';
import { type ConfigPlace, configPlaces, type PlacesOptions } from './places.ts';
import { type OwnProgram, startsOurselves } from './recursion.ts';
import { resolveLaunch } from './resolve.ts';
import type { ConfigProblem, ConfigSource, LoadedConfig, UpstreamConfig } from './upstream-config.ts';

export interface LoadOptions extends PlacesOptions {
  /** What references are resolved from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program that loads; without it the script that runs. */
  readonly own?: OwnProgram;
}

/** What a directory configures, and every file that had a say in it. */
export interface LoadedWithFiles {
  readonly config: LoadedConfig;
  readonly files: readonly string[];
}

/** The servers that count in a directory: nearest file first. Whatever is wrong is told and stops nothing else. */
export function loadUpstreams(options: LoadOptions): LoadedConfig {
  return loadWithFiles(options).config;
}

export function loadWithFiles(options: LoadOptions): LoadedWithFiles {
  const places = configPlaces(options);
  const reading = places.map(readPlace);
  const byName = groupBy(
    reading.flatMap(({ declarations }) => declarations),
    ({ name }) => name,
  );
  const ids = assignIds([...byName.keys()]);
  const outcomes = [...byName.values()].map((found) => settle(found, ids, options));
  return {
    config: {
      servers: outcomes.flatMap(({ server }) => server ?? []).sort((a, b) => (a.id < b.id ? -1 : 1)),
      problems: [...reading, ...outcomes].flatMap(({ problems }) => problems),
    },
    files: [...places.map(({ file }) => file), ...outcomes.flatMap(({ files }) => files)],
  };
}

interface Declaration extends DeclaredServer {
  readonly name: string;
  readonly place: ConfigPlace;
  /** Why the entry cannot be read. It keeps its place: the next file's server of that name is another. */
  readonly failure?: unknown;
}

interface Reading {
  readonly declarations: readonly Declaration[];
  readonly problems: readonly ConfigProblem[];
}

function readPlace(place: ConfigPlace): Reading {
  const { file } = place;
  const document = readDocument(file);
  if (document.state === 'absent') return { declarations: [], problems: [] };
  if (document.state === 'broken')
    return {
      declarations: [],
      problems: [{ file, message: `${file} ${document.problem}.`, ...document.place }],
    };
  const format = formats[place.format];
  const entries = format.entries(document.value);
  if (!entries)
    return { declarations: [], problems: [{ file, message: `${file} is not of the form ${format.form}.` }] };
  return {
    declarations: Object.entries(entries).map(([name, entry]) => readServer(name, entry, place)),
    problems: [],
  };
}

function readServer(name: string, entry: unknown, place: ConfigPlace): Declaration {
  try {
    return { name, place, ...formats[place.format].read(entry) };
  } catch (failure) {
    return { name, place, extras: {}, failure };
  }
}

interface Outcome {
  readonly server?: UpstreamConfig;
  readonly problems: readonly ConfigProblem[];
  readonly files: readonly string[];
}

type Launched = Declaration & { readonly launch: DeclaredLaunch };

const isLaunched = (declaration: Declaration): declaration is Launched => declaration.launch !== undefined;

/** The nearest definition wins, even where it cannot be used: falling back silently would start something else. */
function settle(
  found: readonly Declaration[],
  ids: ReadonlyMap<string, string>,
  options: LoadOptions,
): Outcome {
  const nearest = found.find(({ launch, failure }) => launch ?? failure) ?? found[0];
  if (!nearest) return { problems: [], files: [] };
  const winner = isLaunched(nearest) ? nearest : undefined;
  try {
    if (nearest.failure !== undefined) throw nearest.failure;
    if (!winner) throw unusable('it has neither a command nor a url, and no file farther out defines it');
    const changes = found.slice(0, found.indexOf(winner));
    const losers = found.slice(found.indexOf(winner) + 1).filter(isLaunched);
    const { server, files } = build(winner, changes, losers, ids, options);
    return { server, files, problems: [] };
  } catch (error) {
    return { problems: [problemOf(error, nearest.name, nearest.place)], files: [] };
  }
}

function build(
  winner: Launched,
  changes: readonly Declaration[],
  losers: readonly Declaration[],
  ids: ReadonlyMap<string, string>,
  { env, home, own = { files: process.argv.slice(1, 2) } }: LoadOptions,
) {
  const extras = changes.toReversed().reduce(changed(winner.place.scope), winner.extras);
  const { enabled = true, shared = false, ...rest } = extras;
  const defaultCwd = shared ? home : winner.place.folder;
  const { transport, hash, files } = resolveLaunch(winner.launch, winner.place, { env, home, defaultCwd });
  if (startsOurselves(transport, own)) throw unusable('it would start Molehill itself, again and again');
  const id = ids.get(winner.name) ?? winner.name;
  const shadows = losers.map(({ place }) => sourceOf(place));
  const source = sourceOf(winner.place);
  const server: UpstreamConfig = {
    id,
    declaredName: winner.name,
    transport,
    source,
    shadows,
    enabled,
    shared,
    ...rest,
    runs: commandOf(winner.launch),
    declaration: declarationOf(winner.launch),
    hash,
  };
  return { server, files };
}

/** A project may narrow what the user configured for themselves, never widen it. */
function changed(scope: ConfigSource['scope']) {
  return (base: Extras, { extras, place }: Declaration): Extras => {
    const narrowing = scope === 'user' && place.scope === 'project';
    if (!narrowing) return { ...base, ...extras };
    const deny = [...(base.deny ?? []), ...(extras.deny ?? [])];
    return {
      ...base,
      ...(extras.favourites && { favourites: extras.favourites }),
      ...(extras.enabled === false && { enabled: false }),
      ...(deny.length > 0 && { deny }),
    };
  };
}

function sourceOf({ file, format, scope }: ConfigPlace): ConfigSource {
  return { file, format, scope };
}

function problemOf(error: unknown, server: string, { file }: ConfigPlace): ConfigProblem {
  if (!isMolehillError(error)) throw error;
  const shown = visible(JSON.stringify(server.slice(0, 80)));
  return { file, server, message: `The server ${shown} in ${file} cannot be used: ${error.message}.` };
}
