import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMolehillError } from '@molehill/core/errors';
import { fileErrors } from '@molehill/core/files/errors';
import { isInside } from '@molehill/core/files/inside';
import { type OutputFile, outputFile, writeOutput } from '@molehill/core/files/output-file';
import { createId } from '@molehill/core/ids';
import { evaluateNode } from '../../debug/evaluate-node.ts';
import { stoppedFrame } from '../../debug/frame-scopes.ts';
import { maskText } from '../../debug/mask.ts';
import { saveVariable } from '../../debug/save-variable.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'variable_save'> = async (input, context) => {
  const at = stoppedFrame(context, input);
  const target = await targetOf(input.out, at.session.folder);
  const node = await evaluateNode(at, input.expression, context.signal).catch((error) => {
    throw failed(error);
  });
  const { bytes, items, masked, reason } = await writeOutput(target, async (file) => {
    const saved = await saveVariable(at.session, node, file, { ...input, signal: context.signal });
    return { ...saved, bytes: file.bytes };
  });
  return {
    path: context.shown(target.path),
    bytes,
    items,
    truncated: reason !== undefined,
    ...(reason === undefined ? {} : { reason }),
    ...(masked === 0 ? {} : { masked }),
  };
};

function failed(error: unknown): unknown {
  if (!isMolehillError(error) || error.code !== 'E_ADAPTER') return error;
  return editorErrors.fail('E_EVALUATE_FAILED', maskText(error.message));
}

async function targetOf(out: string | undefined, workspace: string): Promise<OutputFile> {
  if (out !== undefined) return outputFile(out, { workspace, extensions: ['jsonl'], overwrite: false });
  return ownFile(await realpath(workspace));
}

const FOLDER = join('.vsc-bridge', 'out');

/** A new file in the folder that Molehill keeps in a workspace, which git ignores. */
async function ownFile(workspace: string): Promise<OutputFile> {
  const folder = join(workspace, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!isInside(workspace, await realpath(folder)))
    throw fileErrors.fail('E_OUTSIDE_WORKSPACE', `${FOLDER} of the workspace leads out of it.`);
  await writeFile(join(workspace, '.vsc-bridge', '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
  const name = `variable-${createId()}.jsonl`;
  return { path: join(folder, name), shown: join(FOLDER, name), exists: false };
}
