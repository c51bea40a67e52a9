import { isMolehillError } from '@molehill/core/errors';
import { canonicalJson, sha256 } from '../canonical-json.ts';
import { escapeInvisible } from '../escape-invisible.ts';
import { groupBy } from '../group-by.ts';
import { commandOf, declarationOf } from './declaration.ts';
import { type DeclaredLaunch, type DeclaredServer, type Settings, unusable } from './declared.ts';
import { readDocument } from './documents.ts';
import { readEntry } from './formats/entry.ts';
import { formats } from './formats/formats.ts';
import { assignIds } from './ids.ts';
import { type ConfigPlace, configPlaces, type PlacesOptions } from './places.ts';
import { startsOurselves } from './recursion.ts';
import { resolveLaunch } from './resolve.ts';
import type { ConfigProblem, ConfigSource, LoadedConfig, UpstreamConfig } from './upstream-config.ts';

export interface LoadOptions extends PlacesOptions {
  /** For resolving references. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The running script, by default, and the HTTP addresses of this process: a server must not start or call them. */
  readonly ownFile?: string | undefined;
  readonly ownUrls?: readonly string[];
}

/** Loads the servers of a directory, nearest file first. A problem affects only its own file or server. */
export function loadUpstreams(options: LoadOptions): LoadedConfig {
  return loadWithFiles(options).config;
}

/** Returns the configuration and all files it depends on. */
export function loadWithFiles(options: LoadOptions) {
  const places = configPlaces(options);
  const documents = places.map(readPlace);
  const byName = groupBy(
    documents.flatMap(({ declarations }) => declarations),
    ({ name }) => name,
  );
  const ids = assignIds([...byName.keys()]);
  const results = [...byName].map(([name, found]) => loadServer(found, ids.get(name) ?? name, options));
  const config: LoadedConfig = {
    servers: results.flatMap(({ server }) => server ?? []).sort((a, b) => (a.id < b.id ? -1 : 1)),
    problems: [...documents, ...results].flatMap(({ problems }) => problems),
  };
  return {
    config,
    files: [...places.map(({ file }) => file), ...results.flatMap(({ files }) => files)],
  };
}

interface Declaration extends DeclaredServer {
  readonly name: string;
  readonly place: ConfigPlace;
  /** Why the entry is invalid. It still shadows farther files. */
  readonly failure?: unknown;
}

function readPlace(place: ConfigPlace) {
  const { file } = place;
  const document = readDocument(file);
  const { entries, form } = formats[place.format];
  const found = document.ok ? entries(document.value) : undefined;
  const declarations = Object.entries(found ?? {}).map(([name, entry]) => readServer(name, entry, place));
  if (found) return { declarations, problems: [] };
  const problem = document.ok ? `is not of the form ${form}` : document.problem;
  const position = document.ok ? undefined : document.place;
  return { declarations, problems: [{ file, message: `${file} ${problem}.`, ...position }] };
}

function readServer(name: string, entry: unknown, place: ConfigPlace): Declaration {
  try {
    return { name, place, ...readEntry(entry, formats[place.format]) };
  } catch (failure) {
    return { name, place, settings: {}, decisive: {}, failure };
  }
}

/** The nearest declaration wins even if it is unusable: a silent fallback would start something else. */
function loadServer(found: readonly Declaration[], id: string, options: LoadOptions) {
  const nearest = found.find(({ launch, failure }) => launch ?? failure) ?? found[0];
  if (!nearest) return { server: undefined, problems: [], files: [] };
  try {
    if (nearest.failure !== undefined) throw nearest.failure;
    const { launch } = nearest;
    if (!launch) throw unusable('it has neither a command nor a url, and no farther file declares it');
    return { ...build(nearest, launch, found, { id, ...options }), problems: [] };
  } catch (error) {
    return { server: undefined, problems: [problemOf(error, nearest)], files: [] };
  }
}

function build(
  winner: Declaration,
  launch: DeclaredLaunch,
  found: readonly Declaration[],
  options: LoadOptions & { readonly id: string },
) {
  const { id, env, home, ownFile = process.argv[1], ownUrls = [] } = options;
  const { name, place } = winner;
  const position = found.indexOf(winner);
  const nearer = found.slice(0, position).toReversed();
  const { enabled = true, shared = false, ...settings } = nearer.reduce(override(place), winner.settings);
  const defaultCwd = shared ? home : place.folder;
  const { transport, files } = resolveLaunch(launch, place, { env, home, defaultCwd });
  if (startsOurselves(transport, ownFile, ownUrls)) throw unusable('it starts or calls Molehill itself');
  const shadowed = found.slice(position + 1).filter((each) => each.launch);
  const entries = [winner, ...nearer].map(({ decisive }) => decisive);
  const server: UpstreamConfig = {
    id,
    declaredName: name,
    transport,
    source: sourceOf(place),
    shadows: shadowed.map((each) => sourceOf(each.place)),
    enabled,
    shared,
    ...settings,
    runs: commandOf(launch),
    declaration: declarationOf({ launch, transport, files, shared, entries }),
    files,
    hash: hashOf(place, entries, transport),
  };
  return { server, files: files.map(({ path }) => path) };
}

/** Of the entries with every field that is not known to be harmless, and of the folder in which the program runs. */
function hashOf({ format }: ConfigPlace, entries: readonly object[], transport: UpstreamConfig['transport']) {
  const decisive = entries.filter((entry) => Object.keys(entry).length > 0);
  const folder = transport.kind === 'stdio' ? transport.cwd : undefined;
  return sha256(canonicalJson({ format, entries: decisive, folder }));
}

/** A project can restrict a user's own server, but not extend it. */
function override({ scope }: ConfigPlace) {
  return (base: Settings, { settings, place }: Declaration): Settings => {
    if (scope !== 'user' || place.scope !== 'project') return { ...base, ...settings };
    const deny = [...(base.deny ?? []), ...(settings.deny ?? [])];
    return {
      ...base,
      ...(settings.favourites && { favourites: settings.favourites }),
      ...(settings.enabled === false && { enabled: false }),
      ...(deny.length > 0 && { deny }),
    };
  };
}

function sourceOf({ file, format, scope }: ConfigPlace): ConfigSource {
  return { file, format, scope };
}

function problemOf(error: unknown, { name: server, place: { file } }: Declaration): ConfigProblem {
  if (!isMolehillError(error)) throw error;
  const shown = escapeInvisible(JSON.stringify(server.slice(0, 80)));
  return { file, server, message: `The server ${shown} in ${file} cannot be used: ${error.message}.` };
}
