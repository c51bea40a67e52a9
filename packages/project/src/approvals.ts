import { join } from 'node:path';
import type { Log } from '@molehill/core/log';
import { type Approval, openApprovals } from '@molehill/core/state/approvals';
import { describeReasons, describeRoute, placeOf } from './describe.ts';
import type { FoundDatabase } from './discovery/found.ts';

/** What a person approved of one project's files. */
export interface ProjectApprovals {
  isApproved(fingerprint: string): boolean;
  approve(database: FoundDatabase): Promise<void>;
}

export interface ProjectApprovalsOptions {
  readonly stateRoot: string;
  /** Canonical. */
  readonly projectRoot: string;
  readonly log?: Log | undefined;
}

/** What the approval is for; a project has one database. */
const ID = 'database';

export function openProjectApprovals(options: ProjectApprovalsOptions): ProjectApprovals {
  const { projectRoot: directory } = options;
  const store = openStore(options);
  return {
    isApproved: (hash) => store.has({ directory, id: ID, hash }),
    approve: async (database) => {
      const summary = `${placeOf(database)}: ${[describeRoute(database), describeReasons(database)].filter(Boolean).join('; ')}`;
      await store.add([{ directory, id: ID, hash: database.fingerprint, summary }]);
    },
  };
}

/** The approvals of all projects. */
export function listProjectApprovals(options: StoreOptions): readonly Approval[] {
  return openStore(options).list();
}

/** Takes back every approval of a project. */
export function revokeProject(options: ProjectApprovalsOptions): Promise<readonly Approval[]> {
  return openStore(options).remove(({ directory }) => directory === options.projectRoot);
}

type StoreOptions = Pick<ProjectApprovalsOptions, 'stateRoot' | 'log'>;

function openStore({ stateRoot, log }: StoreOptions) {
  return openApprovals({ file: join(stateRoot, 'project-approvals.json'), log });
}
