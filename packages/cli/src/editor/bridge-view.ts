import { bridgeErrors } from '@molehill/bridge/errors';
import { PROTOCOL } from '@molehill/bridge/jobs/messages';
import { openWindows, type WindowRecord } from '@molehill/bridge/windows';
import { isMolehillError } from '@molehill/core/errors';
import type { MountOptions } from '@molehill/core/server';
import type { BridgeChoice, BridgeView } from '@molehill/editor/context';
import { version } from '../version.ts';

/** `auto`: a VS Code window that serves the editor tools, else the headless host. */
export const editorHosts = ['auto', 'vscode', 'headless'] as const;
export type EditorHostKind = (typeof editorHosts)[number];

type Place = Pick<MountOptions, 'stateRoot' | 'workspace'>;

/** The VS Code window that has the workspace open. E_BRIDGE_UNAVAILABLE, E_AMBIGUOUS_WINDOW. */
export async function chooseEditorWindow({ stateRoot, workspace }: Place): Promise<WindowRecord> {
  try {
    return await openWindows(stateRoot).choose({ workspace, cwd: workspace, kinds: ['vscode'] });
  } catch (error) {
    if (!isMolehillError(error) || error.code !== 'E_BRIDGE_UNAVAILABLE') throw error;
    const hint = 'Open the folder in VS Code, or use --host headless.';
    const message = `No VS Code window has ${workspace} open.`;
    throw bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', message, { hint, cause: error });
  }
}

/** What `bridge_status` reports. */
export function bridgeView(place: Place, host: EditorHostKind): BridgeView {
  return {
    version,
    protocol: PROTOCOL,
    workspace: place.workspace,
    windows: async () => (await openWindows(place.stateRoot).list()).map(shownWindow),
    choice: () => choiceOf(place, host),
  };
}

function shownWindow({ id, kind, pid, folders, version, heartbeat }: WindowRecord) {
  return { id, kind, pid, folders, version, heartbeatAgeMs: Math.max(0, Math.round(Date.now() - heartbeat)) };
}

async function choiceOf(place: Place, host: EditorHostKind): Promise<BridgeChoice> {
  if (host === 'headless') return { kind: 'headless', reason: '--host headless was given.' };
  try {
    const { id } = await chooseEditorWindow(place);
    return { kind: 'vscode', window: id, reason: `The VS Code window ${id} has this folder open.` };
  } catch (error) {
    if (!isMolehillError(error)) throw error;
    return { kind: host === 'vscode' ? 'none' : 'headless', reason: error.message };
  }
}
