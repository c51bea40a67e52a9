import { homedir, type as osType, release } from 'node:os';
import type { EditorContext } from '../../context.ts';
import type { Handler } from '../../handler.ts';

const MEGABYTE = 1024 * 1024;

export const handle: Handler<'diagnostic_collect'> = async (_input, context) => {
  const { host, bridge, liveSessions, recentErrors } = context;
  const adapters = (await host.debug.adapters?.()) ?? [];
  return {
    version: bridge.version,
    node: process.version,
    os: `${osType()} ${release()} ${process.arch}`,
    host: host.kind,
    sessions: liveSessions,
    folders: host.workspace.folders.map((path) => ({
      path: withoutHome(path),
      trusted: host.workspace.isTrusted(path),
    })),
    languageServers: languageServersOf(context),
    adapters: adapters.map(({ name, isInstalled, version, source }) => ({
      name,
      installed: isInstalled,
      version,
      source,
    })),
    errors: recentErrors.map((error) => ({ ...error, message: withoutHome(error.message) })),
  };
};

function languageServersOf({ host }: EditorContext) {
  return host.language.servers().map(({ name, languages, folder, state, version, rssBytes }) => ({
    name,
    languages,
    folder: withoutHome(folder),
    state,
    version,
    rssMb: rssBytes === undefined ? undefined : Math.round(rssBytes / MEGABYTE),
  }));
}

/** A report is shown to others, and the home folder has the person's name. */
function withoutHome(text: string): string {
  const home = homedir();
  return home.length > 1 ? text.replaceAll(home, '~') : text;
}
