import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Entry, TIERS } from './conclude.ts';
import { engineNamed } from './engines.ts';
import { describeFound, finish, type Outcome } from './finish.ts';
import type { Draft, FoundDatabase } from './found.ts';
import { ProjectFiles, type UnreadEntry } from './project-files.ts';
import { atPublishedPort } from './published-ports.ts';
import { COMPOSE_FOLDERS, findScopes } from './scopes.ts';
import { type ComposeService, readCompose } from './sources/compose-services.ts';
import { ddevService } from './sources/ddev.ts';
import { type ProjectSettings, readMolehillJson } from './sources/molehill-json.ts';
import { type RegisteredSource, SOURCES } from './sources/registry.ts';
import type { SourceContext } from './sources/source.ts';
import { type Env, type ProcessVariables, readVariables, type Variables } from './variables.ts';

export interface ReadOptions {
  readonly env: Env;
  readonly approvedVariables: ReadonlySet<string>;
  readonly insideContainer?: boolean | undefined;
  isApproved(fingerprint: string): boolean;
}

export interface Reading {
  readonly entries: readonly Entry[];
  readonly settings: ProjectSettings;
  readonly unread: readonly UnreadEntry[];
  /** Templates of `.env` files beside which there is no `.env`. */
  readonly templates: readonly string[];
}

/** Every database that the project's files name, by precedence. */
export async function readSources(root: string, options: ReadOptions): Promise<Reading> {
  const files = ProjectFiles.of(root, options.isApproved);
  const reader = new SourceReader(files, options);
  const { context } = await reader.scope('');
  const settings = await readMolehillJson(context);
  const explicit = settings.databases.map(
    (found): Entry => ({
      found,
      tier: 'explicit',
      scope: '',
      uses: new Set(),
      isUnsupported: false,
    }),
  );
  const found: Entry[] = [];
  const scopes = await findScopes(files);
  for (const folder of scopes) {
    const scope = await reader.scope(folder);
    for (const source of SOURCES)
      if (folder === '' || !source.rootOnly) found.push(...(await reader.read(source, scope, settings)));
  }
  found.sort((a, b) => TIERS[a.tier] - TIERS[b.tier]);
  return {
    entries: distinct([...explicit, ...found]),
    settings,
    unread: files.unread,
    templates: await templatesIn(files, scopes),
  };
}

interface Scope {
  readonly context: SourceContext;
  /** Those of the folder's compose file, then those of the project's. */
  readonly services: readonly ComposeService[];
  readonly unread: readonly UnreadEntry[];
}

class SourceReader {
  readonly #files: ProjectFiles;
  readonly #options: ReadOptions;
  readonly #variables = new Map<string, Promise<Variables>>();
  readonly #scopes = new Map<string, Promise<Scope>>();
  readonly #services = new Map<string, Promise<readonly ComposeService[]>>();

  constructor(files: ProjectFiles, options: ReadOptions) {
    this.#files = files;
    this.#options = options;
  }

  scope(folder: string): Promise<Scope> {
    const scope = this.#scopes.get(folder) ?? this.#createScope(folder);
    this.#scopes.set(folder, scope);
    return scope;
  }

  async #createScope(folder: string): Promise<Scope> {
    const files = this.#files.in(folder);
    const before = files.unread.length;
    const variables = await this.#variablesOf(folder);
    const context = { files, variables };
    const unread = files.unread.slice(before);
    const folders = new Set([folder, '', ...COMPOSE_FOLDERS]);
    const services = await Promise.all([...folders].map((one) => this.#servicesIn(one)));
    return { context, services: services.flat(), unread };
  }

  #servicesIn(folder: string): Promise<readonly ComposeService[]> {
    const read = async () => {
      const context = { files: this.#files.in(folder), variables: await this.#variablesOf(folder) };
      const { services } = await readCompose(context).catch(() => ({ services: [] }));
      return [...services, ...(await ddevService(context))];
    };
    const services = this.#services.get(folder) ?? read();
    this.#services.set(folder, services);
    return services;
  }

  #variablesOf(folder: string): Promise<Variables> {
    const { env, approvedVariables: approved } = this.#options;
    const process: ProcessVariables = { env, approved };
    const read = async () => {
      const parent = folder === '' ? undefined : await this.#variablesOf(parentOf(folder));
      return readVariables(this.#files.in(folder), process, parent);
    };
    const variables = this.#variables.get(folder) ?? read();
    this.#variables.set(folder, variables);
    return variables;
  }

  async read(source: RegisteredSource, scope: Scope, settings: ProjectSettings): Promise<Entry[]> {
    const { files } = scope.context;
    const variables = scope.context.variables.view();
    const before = files.unread.length;
    // One source that fails does not affect the others.
    const drafts = await source.read({ files, variables }).catch((): Draft[] => []);
    const unread = [...(source.name === 'env' ? scope.unread : []), ...files.unread.slice(before)];
    const { tier } = source;
    const entry = (found: FoundDatabase): Entry => ({
      found,
      tier,
      scope: files.folder,
      uses: variables.used,
      isUnsupported: found.type !== undefined && engineNamed(found.type) === undefined,
    });
    return [
      ...unread.map((file) => entry(unreadDatabase(file, source.name))),
      ...drafts.map((draft) => entry(this.#finish(draft, source, scope, settings))),
    ];
  }

  #finish(draft: Draft, { name }: RegisteredSource, scope: Scope, settings: ProjectSettings): FoundDatabase {
    const { files } = scope.context;
    const place = { source: name, file: files.nameOf(draft.file), line: draft.line, key: draft.key };
    const root = files.projectRoot;
    const { variables, ...outcome } = finish(draft, { root, base: files.root, readonly: settings.readonly });
    return describeFound(place, this.#reachable(outcome, scope), variables, root);
  }

  /** Settings for containers use service names as hosts. From outside, a service is reached at its published port. */
  #reachable(outcome: Outcome, { services }: Scope): Outcome {
    const isInside = this.#options.insideContainer ?? isInsideContainer();
    return isInside ? outcome : atPublishedPort(outcome, services);
  }
}

function parentOf(folder: string): string {
  const parent = dirname(folder);
  return parent === '.' ? '' : parent;
}

function isInsideContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

/** What an unread file names is not known, so it is not replaced by what other files name. */
function unreadDatabase(
  { file, reason, needsApproval, fingerprint }: UnreadEntry,
  source: string,
): FoundDatabase {
  return {
    source,
    file,
    type: undefined,
    connection: undefined,
    problems: [`it ${reason}`],
    needsApproval,
    fingerprint,
  };
}

/** A file can be read for several folders. */
function distinct(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ found }) => {
    const { source, file, line, key } = found;
    const id = JSON.stringify([source, file, line, key]);
    return !seen.has(id) && seen.add(id);
  });
}

const TEMPLATES = /^\.env(\.[a-z]+)?\.?(example|sample|template|dist|default|tpl)$/;

async function templatesIn(files: ProjectFiles, scopes: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of scopes) {
    const names = (await files.list(folder)).map(({ name }) => name);
    if (names.includes('.env')) continue;
    found.push(...names.filter((name) => TEMPLATES.test(name)).map((name) => files.in(folder).nameOf(name)));
  }
  return found;
}
