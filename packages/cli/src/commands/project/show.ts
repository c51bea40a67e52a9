import { visibleLine } from '@molehill/core/visible-text';
import { type ProjectReview, reviewProject, type WaitingDatabase } from '@molehill/project/review';
import { command, jsonArg, workspaceArg } from '../../command.ts';
import { paint, print, printJson, table } from '../../output.ts';
import { reviewOptions } from './review-options.ts';

export const show = command({
  name: 'show',
  description:
    'Show which database the project’s files name, and what waits for approval. Connects to nothing',
  args: { ...workspaceArg, ...jsonArg },
  async run({ args }) {
    const review = await reviewProject(await reviewOptions(args.workspace));
    if (args.json) printJson(review);
    else print(reviewText(review));
  },
});

function reviewText({ message, waiting, others, unread }: ProjectReview): string {
  const named = others.map(({ type = '', from, line, problems }) => [
    `  ${type}`,
    line === undefined ? from : `${from}:${line}`,
    problems.join(', '),
  ]);
  return [
    visibleLine(message),
    ...waiting.flatMap((database) => [
      '',
      'Waits for your approval: molehill project approve',
      waitingText(database),
    ]),
    ...section('Other databases in the project’s files', named),
    ...section(
      'Not read',
      unread.map(({ file, reason }) => [`  ${file}`, reason]),
    ),
  ].join('\n');
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', title, table(rows)];
}

/** Everything that is approved with it. */
export function waitingText({ place, database, would }: WaitingDatabase): string {
  return [
    `  ${paint('bold', place)}`,
    ...(database === '' ? [] : [`  names  ${visibleLine(database)}`]),
    ...would.map((step) => `  would  ${visibleLine(step)}`),
  ].join('\n');
}
