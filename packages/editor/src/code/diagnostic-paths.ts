import { statSync } from 'node:fs';
import { coreErrors } from '@molehill/core/errors';
import type { EditorContext } from '../context.ts';
import { filesBelow } from './folder-files.ts';

export interface DiagnosticPaths {
  readonly paths: readonly string[];
  readonly isComplete: boolean;
}

/** Each costs a request, and its problems are read by somebody. */
const MOST_FILES = 200;

/** The files that are meant: those named, those below named folders, or those changed since the last commit. */
export async function diagnosticPaths(
  given: readonly string[] | undefined,
  context: EditorContext,
): Promise<DiagnosticPaths> {
  const found = given ? await namedFiles(given, context) : await changedFiles(context);
  const paths = [...new Set(found.paths)];
  return { paths: paths.slice(0, MOST_FILES), isComplete: found.isComplete && paths.length <= MOST_FILES };
}

async function namedFiles(given: readonly string[], context: EditorContext): Promise<DiagnosticPaths> {
  const { signal, host } = context;
  const isWanted = (path: string) => host.language.languageOf(path) !== undefined;
  const paths = given.map((path) => context.path(path));
  const parts = await Promise.all(
    paths.map((path) =>
      statSync(path).isDirectory()
        ? filesBelow(path, { most: MOST_FILES, signal, isWanted })
        : { paths: [path], isComplete: true },
    ),
  );
  return {
    paths: parts.flatMap((part) => part.paths),
    isComplete: parts.every(({ isComplete }) => isComplete),
  };
}

/** Without files of no language, which nobody asked about. */
async function changedFiles({ host, signal }: EditorContext): Promise<DiagnosticPaths> {
  const changed = await host.versionControl.changedFiles(signal);
  if ('unknown' in changed)
    throw coreErrors.fail('E_INVALID_PARAMS', `The changed files are not known: ${changed.unknown}`, {
      hint: 'Pass {param:paths} with files or folders.',
    });
  const paths = changed.files.filter((path) => host.language.languageOf(path) !== undefined);
  return { paths, isComplete: true };
}
