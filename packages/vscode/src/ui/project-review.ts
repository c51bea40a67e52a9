import { canonicalRoot } from '@molehill/bridge/ports';
import {
  approveProject,
  type ProjectReview,
  type ReviewOptions,
  reviewProject,
  type WaitingDatabase,
} from '@molehill/project/review';
import * as vscode from 'vscode';
import type { OpenWindow } from '../open-tools.ts';
import { describeProject } from './nodes.ts';

const APPROVE = 'Approve';

/** The database that the project's files mean, and what a person must approve before it is used. */
export class ProjectDecision implements vscode.Disposable {
  readonly #opened: () => Promise<OpenWindow | undefined>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #review: ProjectReview | undefined;

  constructor(opened: () => Promise<OpenWindow | undefined>) {
    this.#opened = opened;
  }

  get waiting(): readonly WaitingDatabase[] {
    return this.#review?.waiting ?? [];
  }

  /** Undefined where the project means none. */
  get database(): string | undefined {
    const chosen = this.#review?.chosen;
    if (!chosen) return undefined;
    return `${chosen.type} from ${chosen.from}${this.waiting.length > 0 ? ', waits for approval' : ''}`;
  }

  async refresh(): Promise<void> {
    const options = await this.#options();
    this.#review = options && (await reviewProject(options));
    this.#changed.fire();
  }

  /** Shows what would be done first: an approval lasts until the project's files change. */
  async approve(database: WaitingDatabase): Promise<void> {
    const question = `Let agents use the database of ${database.place}?`;
    const detail = describeProject(database);
    const chosen = await vscode.window.showWarningMessage(question, { modal: true, detail }, APPROVE);
    const options = chosen === APPROVE ? await this.#options() : undefined;
    if (options) await approveProject(options, database.fingerprint);
    await this.refresh();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #options(): Promise<ReviewOptions | undefined> {
    const open = await this.#opened();
    const folder = open?.folders[0];
    if (!open || folder === undefined) return undefined;
    const { paths, log, redactor } = open.runtime;
    const projectRoot = await canonicalRoot(folder);
    return { projectRoot, env: process.env, stateRoot: paths.root, log, redactor };
  }
}
