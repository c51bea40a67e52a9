import { defineCommand } from 'citty';
import { approve, diff } from './approve.ts';
import { add, remove } from './edit.ts';
import { list } from './list.ts';
import { log, status } from './running.ts';

export const servers = defineCommand({
  meta: { name: 'servers', description: 'List, add, remove, approve and inspect upstream MCP servers' },
  subCommands: { list, add, remove, approve, diff, status, log },
});
