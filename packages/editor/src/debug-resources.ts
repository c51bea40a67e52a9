import type { Caller } from '@molehill/core/caller';
import type { ResourceContents } from '@molehill/core/context';
import type { ResourceContext, ResourceEntry, ServerResources } from '@molehill/core/server';
import type { DebugSession } from './debug/session.ts';
import {
  type SessionSummary,
  summaryOf,
  type ViewOptions,
  viewFrame,
  viewSession,
  viewVariables,
} from './debug/session-view.ts';
import type { LazyHost, OpenHost } from './lazy-host.ts';
import { shownPath } from './workspace-path.ts';

const DEBUG_PREFIX = 'molehill://debug/';
const MIME_TYPE = 'application/json';

/** A client reads the place of the stop; a person at the page reads the file around it. */
const SIZES = {
  client: { around: 10, outputLines: 20, hasInternals: false },
  page: { around: 400, outputLines: 300, hasInternals: true },
};

/**
 * Debug sessions as resources: `molehill://debug/` lists them, `…/<id>` describes one, and `…/<id>/frames/<frame>` and
 * `…/<id>/variables/<ref>` more of a stopped program. Reading changes nothing.
 */
export function debugResources(host: LazyHost): ServerResources {
  return {
    prefix: DEBUG_PREFIX,
    list: (caller) => sessionsOf(host.opened, caller).map((session) => entryOf(session, host.opened)),
    read: async (uri, context) => {
      const value = host.opened && (await readPath(host.opened, uri.slice(DEBUG_PREFIX.length), context));
      return value === undefined ? undefined : [contentsOf(uri, value)];
    },
  };
}

/** A person sees every session, a client its own and those of the person. */
function sessionsOf(open: OpenHost | undefined, { id, frontend }: Caller): readonly DebugSession[] {
  const sessions = open?.debug.sessions() ?? [];
  return sessions.filter(({ scope }) => frontend === 'page' || scope === undefined || scope === id);
}

function entryOf(session: DebugSession, open: OpenHost | undefined): ResourceEntry {
  const summary = summaryOf(session, shownBy(open));
  return {
    uri: `${DEBUG_PREFIX}${session.id}`,
    name: session.id,
    title: `Debug session ${session.name}`,
    description: stateText(summary),
    mimeType: MIME_TYPE,
  };
}

function stateText({ state, reason, file, line, exitCode }: SessionSummary): string {
  if (state === 'stopped') return `Stopped by ${reason}${file ? ` at ${file}:${line}` : ''}`;
  if (state === 'ended') return exitCode === undefined ? 'Ended' : `Exited with code ${exitCode}`;
  return state === 'running' ? 'Running' : 'Starting';
}

const shownBy = (open: OpenHost | undefined) => (path: string) =>
  shownPath(open?.host.workspace.folders ?? [], path);

async function readPath(open: OpenHost, path: string, { caller, signal }: ResourceContext): Promise<unknown> {
  const sessions = sessionsOf(open, caller);
  const shown = shownBy(open);
  if (path === '') return { sessions: sessions.map((session) => listed(session, shown, caller)) };
  const [id, kind, ref, ...rest] = path.split('/').map(decodeURIComponent);
  const session = sessions.find((one) => one.id === id);
  if (!session || rest.length > 0) return undefined;
  const sizes = caller.frontend === 'page' ? SIZES.page : SIZES.client;
  const options: ViewOptions = { host: open.host, signal, shown, ...sizes };
  if (kind === undefined) return viewSession(session, options);
  if (ref === undefined) return undefined;
  if (kind === 'frames') return viewFrame(session, ref, options);
  return kind === 'variables' ? { variables: await viewVariables(session, ref, signal) } : undefined;
}

/** A person may act in the name of the client that owns a session. */
function listed(
  session: DebugSession,
  shown: (path: string) => string,
  { frontend }: Caller,
): SessionSummary {
  const { scope } = session;
  const owner = frontend === 'page' && scope !== undefined ? { owner: scope } : {};
  return { ...summaryOf(session, shown), ...owner };
}

function contentsOf(uri: string, value: unknown): ResourceContents {
  return { uri, mimeType: MIME_TYPE, text: JSON.stringify(value) };
}
