import { visibleLine } from '@molehill/core/visible-text';
import { approveProject, reviewProject } from '@molehill/project/review';
import { isConfirmed } from '../../ask-person.ts';
import { command, flag, jsonArg, workspaceArg } from '../../command.ts';
import { print, printJson } from '../../output.ts';
import { reviewOptions } from './review-options.ts';
import { waitingText } from './show.ts';

/** A link leads to a file that may name another host: one approval may be followed by another. */
const MAX_STEPS = 10;

export const approve = command({
  name: 'approve',
  description: 'Approve what the project’s files ask for: another host, a file outside, a variable, a link',
  args: { ...workspaceArg, ...jsonArg, yes: flag('Do not ask for confirmation') },
  async run({ args }) {
    const options = await reviewOptions(args.workspace);
    const approved: string[] = [];
    for (let step = 0; step < MAX_STEPS; step++) {
      const [waiting] = (await reviewProject(options)).waiting;
      if (!waiting) break;
      if (!args.json) print(waitingText(waiting));
      if (!args.yes && !(await isConfirmed(`Approve this for ${options.projectRoot}?`))) break;
      await approveProject(options, waiting.fingerprint);
      approved.push(waiting.place);
    }
    if (args.json) printJson({ project: options.projectRoot, approved });
    else
      print(approved.length > 0 ? `Approved: ${visibleLine(approved.join(', '))}` : 'Nothing was approved.');
  },
});
