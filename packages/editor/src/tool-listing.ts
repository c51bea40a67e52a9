import { type FSWatcher, watch } from 'node:fs';
import type { Tool } from '@molehill/core/tool';
import { hasCode } from './code-folder.ts';
import type { ToolTier } from './definition.ts';
import type { EditorTool } from './editor-tools.ts';
import type { Unsubscribe } from './host.ts';
import type { LazyHost } from './lazy-host.ts';

export type EditorProfile = 'core' | 'full' | 'expert';

export interface ListingOptions {
  readonly tools: readonly EditorTool[];
  readonly host: LazyHost;
  readonly profile: EditorProfile;
  readonly workspace: string;
  /** Lists only what makes the server useful while the workspace has no code. */
  readonly mayBeDormant: boolean;
}

const tiers: Readonly<Record<EditorProfile, readonly ToolTier[]>> = {
  core: ['core'],
  full: ['core', 'extended'],
  expert: ['core', 'extended', 'expert'],
};

const DORMANT_TOOLS = new Set(['debug_start']);

/** Which tools are listed now. The others can be called at any time. */
export class ToolListing {
  readonly #options: ListingOptions;
  #isDormant: boolean;

  constructor(options: ListingOptions) {
    this.#options = options;
    this.#isDormant = options.mayBeDormant && !hasCode(options.workspace);
  }

  get isDormant(): boolean {
    return this.#isDormant && !this.#options.host.isOpen;
  }

  get listed(): readonly Tool[] {
    const { tools, host, profile } = this.#options;
    if (this.isDormant)
      return tools.filter(({ tool }) => DORMANT_TOOLS.has(tool.name)).map(({ tool }) => tool);
    const shown = host.liveSessions() > 0 && profile === 'core' ? tiers.full : tiers[profile];
    return tools.filter(({ tier, isListed }) => isListed && shown.includes(tier)).map(({ tool }) => tool);
  }

  /** Calls back when the host is opened, a session starts or ends, or the workspace gets code. */
  onChanged(listener: () => void): Unsubscribe {
    const unsubscribe = this.#options.host.onDidChange(listener);
    const watcher = this.#isDormant ? this.#watch(listener) : undefined;
    return () => {
      unsubscribe();
      watcher?.close();
    };
  }

  /** A folder that cannot be watched stays dormant until the first use. */
  #watch(listener: () => void): FSWatcher | undefined {
    const { workspace } = this.#options;
    try {
      const watcher = watch(workspace, { persistent: false }, () => {
        if (!hasCode(workspace)) return;
        watcher.close();
        this.#isDormant = false;
        listener();
      });
      return watcher.on('error', () => watcher.close());
    } catch {
      return undefined;
    }
  }
}
