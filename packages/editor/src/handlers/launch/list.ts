import type { Handler } from '../../handler.ts';
import type { LaunchEntry } from '../../host.ts';

export const handle: Handler<'launch_list'> = async ({ path: given }, { host, path: resolve, shown }) => {
  const path = given === undefined ? undefined : resolve(given);
  const entries = await host.debug.launches();
  const ranked = entries.toSorted((a, b) => rank(b, path) - rank(a, path));
  return {
    launches: ranked.map(({ isAdapterInstalled, folder, inputs, program, ...rest }) => ({
      ...rest,
      folder,
      adapterInstalled: isAdapterInstalled,
      inputs: inputs?.length ? inputs : undefined,
      program: program === undefined ? undefined : shown(program),
    })),
    total: entries.length,
    hint:
      entries.length === 0
        ? 'This workspace has no launch.json. Pass the path of a program to {tool:debug_start}.'
        : undefined,
  };
};

/** The entry that starts the file comes first, then those of its folder. */
function rank({ program, folder }: LaunchEntry, path: string | undefined): number {
  if (path === undefined) return 0;
  if (program === path) return 2;
  return path.startsWith(folder) ? 1 : 0;
}
