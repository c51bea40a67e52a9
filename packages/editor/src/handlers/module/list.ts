import type { DebugProtocol } from '@vscode/debugprotocol';
import { requireCapability } from '../../debug/capability.ts';
import { READ_MS } from '../../debug/frame-scopes.ts';
import { patternOf } from '../../debug/pattern.ts';
import type { DebugSession } from '../../debug/session.ts';
import type { Handler } from '../../handler.ts';

interface Row {
  name: string;
  path?: string;
  version?: string;
  symbolStatus?: string;
}

export const handle: Handler<'module_list'> = async (input, context) => {
  const session = context.sessions.getLive(input.session);
  const rows =
    input.what === 'modules'
      ? await modules(session, context.signal)
      : await sources(session, context.signal);
  const filter = input.filter === undefined ? undefined : patternOf(input.filter, 'filter', 'i');
  const wanted = rows.filter(({ name, path = '' }) => !filter || filter.test(name) || filter.test(path));
  const shown = wanted.map((row) =>
    row.path === undefined ? row : { ...row, path: context.shown(row.path) },
  );
  const { items, cutBy } = await context.budget.collect(shown, { rows: input.limit });
  const next = 'pass {param:filter} with a part of the name.';
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: wanted.length, next });
  return { modules: items, total: wanted.length };
};

async function modules(session: DebugSession, signal: AbortSignal): Promise<Row[]> {
  const hint = 'Pass {param:what="sources"}.';
  requireCapability(session, 'supportsModulesRequest', 'modules', hint);
  const body = await session.send('modules', {}, { signal, timeoutMs: READ_MS });
  return (body as DebugProtocol.ModulesResponse['body']).modules.map(
    ({ name, path, version, symbolStatus }) => ({
      name,
      ...(path === undefined ? {} : { path }),
      ...(version === undefined ? {} : { version }),
      ...(symbolStatus === undefined ? {} : { symbolStatus }),
    }),
  );
}

async function sources(session: DebugSession, signal: AbortSignal): Promise<Row[]> {
  const hint = 'Pass {param:what="modules"}, or read names of files from {tool:stack_get}.';
  requireCapability(session, 'supportsLoadedSourcesRequest', 'loaded sources', hint);
  const body = await session.send('loadedSources', {}, { signal, timeoutMs: READ_MS });
  const rows = (body as DebugProtocol.LoadedSourcesResponse['body']).sources.map(({ name, path }) => ({
    name: name ?? path ?? '',
    ...(path === undefined ? {} : { path }),
  }));
  // Files of the person first: a Node program has hundreds of its runtime.
  return rows.toSorted((a, b) => Number(isRuntime(a)) - Number(isRuntime(b)));
}

function isRuntime({ path = '' }: Row): boolean {
  return path === '' || path.startsWith('<') || path.startsWith('node:') || path.includes('/node_modules/');
}
