import { JobClient } from '@molehill/bridge/jobs/client';
import type { WindowRecord } from '@molehill/bridge/windows';
import type { ToolContext } from '@molehill/core/context';
import { type ErrorCode, isMolehillError, MolehillError } from '@molehill/core/errors';
import type { HandleKind } from '@molehill/core/handles';
import type { Answer } from '@molehill/core/result';
import type { MountOptions } from '@molehill/core/server';
import type { WindowCalls } from '@molehill/editor/context';
import { chooseEditorWindow, type EditorHostKind } from './bridge-view.ts';

type Place = Pick<MountOptions, 'stateRoot' | 'workspace'>;

interface Connection {
  readonly window: string;
  readonly client: JobClient;
}

/** A caller's way to a window. The window disposes what the caller opened there when its jobs stop coming. */
const connectionKind: HandleKind<Connection> = {
  name: 'window',
  idleMs: 30 * 60_000,
  most: 2,
  dispose: ({ client }) => client.close(),
};

/** Runs editor tools in the VS Code window that has the workspace open, through its job folder. */
export function windowCalls(place: Place, host: EditorHostKind): WindowCalls {
  return {
    async call(tool, input, context) {
      const window = await windowFor(place, host);
      if (!window) return undefined;
      const { client } = connectionTo(window, context);
      const { signal, progress } = context;
      const answer = await client.call({
        tool,
        input,
        signal,
        onProgress: ({ done, total, message }) => progress(done, total, message),
      });
      return { data: dataOf(answer) };
    },
  };
}

/** With `auto` undefined where there is none. E_BRIDGE_UNAVAILABLE, E_AMBIGUOUS_WINDOW. */
async function windowFor(place: Place, host: EditorHostKind): Promise<WindowRecord | undefined> {
  if (host === 'headless') return undefined;
  try {
    return await chooseEditorWindow(place);
  } catch (error) {
    const isMissing = isMolehillError(error) && error.code === 'E_BRIDGE_UNAVAILABLE';
    if (host === 'auto' && isMissing) return undefined;
    throw error;
  }
}

function connectionTo(window: WindowRecord, { caller, handles }: ToolContext): Connection {
  const open = handles.list(connectionKind).find(({ value }) => value.window === window.id);
  if (open) return handles.get(connectionKind, open.id);
  const [workspace = ''] = window.folders;
  const client = new JobClient({ workspace, name: caller.client ?? 'molehill', session: caller.id });
  const connection = { window: window.id, client };
  handles.open(connectionKind, connection);
  return connection;
}

function dataOf({ envelope }: Answer): unknown {
  if (envelope.ok) return envelope.data;
  const { code, message, hint, retryable, details } = envelope.error;
  throw new MolehillError(code as ErrorCode, message, { hint, retryable, ...(details ? { details } : {}) });
}
