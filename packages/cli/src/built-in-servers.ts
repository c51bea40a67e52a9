import type { MountOptions, ToolServer } from '@molehill/core/server';
import { projectServer } from '@molehill/project/server';
import { sqlServer } from 'dbmole-mcp/server';
import { esServer } from 'esmole-mcp/server';
import { type EditorSettings, mountEditor } from './editor/mount.ts';
import { type MolehillServerOptions, molehillServer } from './molehill-server/server.ts';

/** The servers that ship with Molehill, in the order in which their tools are listed. */
export function builtInServers(
  mount: MountOptions,
  about: MolehillServerOptions,
  editor?: EditorSettings,
): ToolServer[] {
  return [
    molehillServer(about),
    sqlServer(mount),
    esServer(mount),
    projectServer(mount),
    mountEditor(mount, editor),
  ];
}
