import type { Draft } from '../found.ts';
import { elixirAsJavascript } from '../literal/elixir.ts';
import { ScriptLoader } from '../literal/javascript.ts';
import { at, isLiteralRecord, type Literal } from '../literal/literal.ts';
import { draftOf, type SourceContext } from './source.ts';

/** The later wins, as `import_config` does it. */
const FILES = [
  'config/config.exs',
  'config/dev.exs',
  'config/dev.secret.exs',
  'config/dev.local.exs',
  'config/runtime.exs',
];
/** `config/runtime.exs` configures releases, mostly. */
const RELEASE = /^([ \t]*)if (?:config_env\(\)|Mix\.env\(\)) == :(?:prod|test) do[\s\S]*?^\1end/gm;
/** Dependencies that tell the adapter, which the module of the repository names otherwise. */
const ADAPTERS: readonly (readonly [RegExp, string])[] = [
  [/:postgrex\b/, 'postgres'],
  [/:myxql\b|:mariaex\b/, 'mysql'],
  [/:ecto_sqlite3?\b|:exqlite\b/, 'sqlite'],
  [/:tds\b/, 'sqlserver'],
];
const REPOSITORY = /(^|\.)\w*Repo\w*$/;

interface Repository {
  readonly place: Draft;
  readonly settings: Record<string, Literal>;
}

/** The repositories of Ecto in `config/dev.exs`. */
export async function readPhoenix({ files, variables }: SourceContext): Promise<readonly Draft[]> {
  const mix = await files.read('mix.exs');
  if (mix === undefined) return [];
  const repositories = new Map<string, Repository>();
  for (const file of FILES) {
    const text = await files.read(file);
    if (text === undefined) continue;
    const script = await new ScriptLoader(files, variables).evaluate(
      file,
      elixirAsJavascript(text.replace(RELEASE, '')),
    );
    for (const { positional, line } of script.callsOf(/^config$/)) {
      const [name, settings] = positional;
      if (typeof name !== 'string' || !REPOSITORY.test(name) || !isLiteralRecord(settings)) continue;
      const earlier = repositories.get(name)?.settings;
      repositories.set(name, { place: { file, line, key: name }, settings: { ...earlier, ...settings } });
    }
  }
  const adapter = ADAPTERS.find(([pattern]) => pattern.test(mix))?.[1];
  const byName = [...repositories].sort(
    ([a], [b]) => Number(b.endsWith('.Repo')) - Number(a.endsWith('.Repo')),
  );
  return byName.map(([, repository]) => repository).flatMap((repository) => draftsOf(repository, adapter));
}

function draftsOf({ place, settings }: Repository, adapter: string | undefined): Draft[] {
  const written = at(settings, 'adapter');
  const engine = typeof written === 'string' ? written : (adapter ?? 'postgres');
  const draft = draftOf(settings, { ...place, engine });
  return draft.database === undefined && draft.address === undefined ? [] : [draft];
}
