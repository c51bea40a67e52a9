import { MolehillError } from '@molehill/core/errors';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'editor_goto'> = async ({ path: given, line, column, focus }, context) => {
  const { host, shown } = context;
  const path = context.path(given);
  const lines = (await host.workspace.readText(path)).split(/\r\n|\r|\n/).length;
  if (line > lines)
    throw editorErrors.fail('E_INVALID_LINE', `${shown(path)} has ${lines} lines, and no line ${line}.`, {
      details: { nearest: [lines] },
    });
  if (!host.window) throw withoutWindow();
  await host.window.reveal({ path, line, column, focus });
  return { opened: shown(path), line, column };
};

/** The code is of the bridge's table, which this package does not import. */
function withoutWindow() {
  return new MolehillError(
    'E_BRIDGE_UNAVAILABLE',
    'No editor window is used here: these tools run headless.',
    {
      hint: 'Ask the person to open the folder in VS Code with the Molehill extension; {tool:bridge_status} shows the windows. Other tools work without a window.',
    },
  );
}
