import { isRecord } from '@molehill/core/record';
import * as vscode from 'vscode';

const REMOTE = /^vscode-remote:\/\//;

/** In a remote window VS Code answers with URIs of the remote machine, on which the extension runs. */
export function withLocalPaths(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withLocalPaths);
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      key === 'path' && typeof value === 'string' && REMOTE.test(value)
        ? vscode.Uri.parse(value).path
        : withLocalPaths(value),
    ]),
  );
}
