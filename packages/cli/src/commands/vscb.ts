import { command, commonArgs, flag, jsonArg, word } from '../command.ts';
import { editorArgs, hostArg, profileArg } from '../editor/args.ts';
import { serveStdioWorkbench } from './mcp.ts';
import { showList, showTool } from './tools.ts';

/** The server `editor` alone, with the bare names of its tools. */
const alone = { only: 'editor', mode: 'full' } as const;

export const mcp = command({
  name: 'mcp',
  description: 'Serve the editor tools over standard input and output',
  args: { ...commonArgs, ...editorArgs },
  run: ({ args }) => serveStdioWorkbench({ ...args, ...alone }),
});

export const list = command({
  name: 'list',
  description: 'List the editor tools',
  args: {
    ...commonArgs,
    ...jsonArg,
    ...profileArg('expert'),
    ...hostArg,
    tokens: flag('Show the token cost of the list'),
  },
  run: ({ args }) => showList({ ...args, ...alone }, args),
});

export const show = command({
  name: 'show',
  description: 'Show everything about an editor tool',
  args: { ...commonArgs, ...jsonArg, tool: word('Name of the tool') },
  run: ({ args }) => showTool({ ...args, ...alone }, args._, args.json),
});
