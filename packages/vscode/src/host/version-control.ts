import type { VersionControlHost } from '@molehill/editor/host';
import * as vscode from 'vscode';
import { pathOf } from './paths.ts';

/** What is used of the API of VS Code's own Git extension. */
interface GitApi {
  readonly repositories: readonly {
    readonly state: Readonly<Record<(typeof CHANGES)[number], readonly { readonly uri: vscode.Uri }[]>>;
  }[];
}

const CHANGES = ['mergeChanges', 'indexChanges', 'workingTreeChanges', 'untrackedChanges'] as const;

export function vscodeVersionControl(): VersionControlHost {
  return {
    changedFiles: async () => {
      const git = await gitApi();
      if (!git) return { unknown: 'the Git extension of VS Code is off' };
      if (git.repositories.length === 0) return { unknown: 'no Git repository is open in this window' };
      const changes = git.repositories.flatMap(({ state }) => CHANGES.flatMap((kind) => state[kind] ?? []));
      return { files: [...new Set(changes.flatMap(({ uri }) => pathOf(uri) ?? []))] };
    },
  };
}

async function gitApi(): Promise<GitApi | undefined> {
  try {
    const exports = await vscode.extensions.getExtension('vscode.git')?.activate();
    return exports?.enabled ? exports.getAPI(1) : undefined;
  } catch {
    return undefined;
  }
}
