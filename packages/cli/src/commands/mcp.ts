import type { ListMode } from '@molehill/gateway/search/mode';
import { serveProcess } from '@molehill/serve/process';
import { command, commonArgs, text } from '../command.ts';
import { editorArgs } from '../editor/args.ts';
import { endpointOf, openWorkbench, type WorkbenchFlags } from '../workbench.ts';

export const mcp = command({
  name: 'mcp',
  description: 'Serve MCP over standard input and output',
  args: {
    ...commonArgs,
    only: text('Serve one server, with unprefixed tool names', 'ID'),
    mode: {
      type: 'enum' as const,
      options: ['full', 'search', 'auto'] satisfies ListMode[],
      default: 'auto' as const,
      description: 'List all tools, only the search tools, or whichever fits into 12000 tokens',
    },
    ...editorArgs,
  },
  run: ({ args }) => serveStdioWorkbench(args),
});

export async function serveStdioWorkbench(flags: WorkbenchFlags): Promise<void> {
  const workbench = await openWorkbench(flags);
  workbench.frontends.push({ kind: 'stdio', address: `process ${process.pid}` });
  await serveProcess(endpointOf(workbench), workbench);
}
