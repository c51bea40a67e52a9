import { basename } from 'node:path';
import { isRecord } from '@molehill/core/record';
import type {
  ApplyWorkspaceEditResult,
  RegistrationParams,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import type { LanguageProject, LanguageServerSpec } from '../language-servers/language-server.ts';
import { uriOf } from './documents.ts';

/** Answers the requests of one server. */
export class ServerRequests {
  /** Methods that the server registered after it was initialized. */
  readonly registered = new Set<string>();
  readonly #spec: LanguageServerSpec;
  readonly #project: LanguageProject;
  #edits: WorkspaceEdit[] | undefined;
  #collecting: Promise<unknown> = Promise.resolve();

  constructor(spec: LanguageServerSpec, project: LanguageProject) {
    this.#spec = spec;
    this.#project = project;
  }

  async answer(method: string, params: unknown): Promise<unknown> {
    switch (method) {
      case 'workspace/configuration':
        return this.#configuration(params);
      case 'client/registerCapability':
        if (isRegistration(params)) for (const one of params.registrations) this.registered.add(one.method);
        return null;
      case 'workspace/applyEdit':
        return this.#applyEdit(params);
      case 'workspace/workspaceFolders':
        return [{ uri: uriOf(this.#project.folder), name: basename(this.#project.folder) }];
      default:
        // Progress, unregistration, refreshes and messages need no more than an answer.
        return null;
    }
  }

  /** One command at a time, so that its edits are told from those of another. */
  async collectEdits(command: () => Promise<unknown>): Promise<readonly WorkspaceEdit[]> {
    const work = async () => {
      const edits: WorkspaceEdit[] = [];
      this.#edits = edits;
      try {
        await command();
      } finally {
        this.#edits = undefined;
      }
      return edits;
    };
    const result = this.#collecting.then(work, work);
    this.#collecting = result;
    return await result;
  }

  #configuration(params: unknown): unknown[] {
    const items = isRecord(params) && Array.isArray(params.items) ? params.items : [];
    return items.map((item) => {
      const section = isRecord(item) && typeof item.section === 'string' ? item.section : undefined;
      return this.#spec.configuration?.(section, this.#project) ?? null;
    });
  }

  #applyEdit(params: unknown): ApplyWorkspaceEditResult {
    if (!this.#edits || !isRecord(params) || !isRecord(params.edit))
      return { applied: false, failureReason: 'Edits are accepted only from a command that was asked for.' };
    this.#edits.push(params.edit);
    return { applied: true };
  }
}

function isRegistration(params: unknown): params is RegistrationParams {
  return isRecord(params) && Array.isArray(params.registrations);
}
