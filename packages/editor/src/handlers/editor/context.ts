import type { Handler } from '../../handler.ts';

export const handle: Handler<'editor_context'> = async ({ tabs }, context) => {
  const { host, shown } = context;
  const dirtyFiles = host.workspace.dirtyFiles().map(shown);
  const folders = [...host.workspace.folders];
  if (!host.window)
    return {
      window: false,
      folders,
      dirtyFiles,
      hint: 'No editor window is used here, so there is no active file or selection; {tool:bridge_status} says why.',
    };
  const { activeFile, language, selection, visible, tabs: open } = await host.window.context();
  return {
    window: true,
    folders,
    activeFile: activeFile === undefined ? undefined : shown(activeFile),
    language,
    selection,
    visible,
    tabs: tabs ? open.map((tab) => ({ ...tab, path: shown(tab.path) })) : undefined,
    dirtyFiles,
  };
};
