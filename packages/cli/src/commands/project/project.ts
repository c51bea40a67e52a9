import { defineCommand } from 'citty';
import { list, revoke } from './approvals.ts';
import { approve } from './approve.ts';
import { show } from './show.ts';

export const project = defineCommand({
  meta: { name: 'project', description: 'Show and approve the database that this project’s files name' },
  subCommands: { show, approve, list, revoke },
});
