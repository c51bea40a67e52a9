import { stateDirectory } from '@molehill/core/paths';
import { visibleLine } from '@molehill/core/visible-text';
import { listProjectApprovals, revokeProject } from '@molehill/project/approvals';
import { command, jsonArg, workspaceArg } from '../../command.ts';
import { paint, print, printJson, table } from '../../output.ts';
import { reviewOptions } from './review-options.ts';

export const list = command({
  name: 'list',
  description: 'List what you approved, of all projects',
  args: jsonArg,
  async run({ args }) {
    const approvals = listProjectApprovals({ stateRoot: stateDirectory(process.env) });
    const approved = approvals.map(({ directory: project, summary = '', at }) => ({ project, summary, at }));
    if (args.json) printJson({ approved });
    else if (approved.length === 0) print('No project was approved.');
    else
      print(
        table(approved.map(({ project, summary, at }) => [paint('cyan', project), at.slice(0, 10), summary])),
      );
  },
});

export const revoke = command({
  name: 'revoke',
  description: 'Take back everything you approved for this project',
  args: { ...workspaceArg, ...jsonArg },
  async run({ args }) {
    const options = await reviewOptions(args.workspace);
    const revoked = (await revokeProject(options)).length;
    if (args.json) printJson({ project: options.projectRoot, revoked });
    else if (revoked === 0) print(`Nothing was approved for ${visibleLine(options.projectRoot)}.`);
    else print(`Revoked ${revoked} for ${visibleLine(options.projectRoot)}.`);
  },
});
