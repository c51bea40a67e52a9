import { isInside } from '@molehill/core/files/inside';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'bridge_status'> = async ({ all }, { bridge, liveSessions }) => {
  const { version, protocol, workspace } = bridge;
  const [windows, used] = await Promise.all([bridge.windows(), bridge.choice()]);
  const isHere = (folders: readonly string[]) => folders.some((folder) => isInside(folder, workspace));
  return {
    version,
    protocol,
    workspace,
    used,
    sessions: liveSessions,
    windows: all ? windows : windows.filter(({ folders }) => isHere(folders)),
  };
};
