import { openProjectApprovals, type ProjectApprovals, type ProjectApprovalsOptions } from './approvals.ts';
import { describeReason, describeReasons, describeRoute, placeOf } from './describe.ts';
import { describeChoice } from './discovery/conclude.ts';
import { type Discovery, type DiscoveryOptions, discoverDatabases } from './discovery/discovery.ts';
import { type FoundDatabase, type ShownDatabase, shown, type UnreadFile } from './discovery/found.ts';
import { projectErrors } from './errors.ts';

/** A database of the project's files that is used only after a person approved it. */
export interface WaitingDatabase {
  /** Identifies what was shown; an approval is for this fingerprint. */
  readonly fingerprint: string;
  /** File, line and setting. */
  readonly place: string;
  /** Engine and address; empty for a file that was not read. */
  readonly database: string;
  /** What Molehill would do, each as `connect to the host …`. */
  readonly would: readonly string[];
}

/** Which database a project means, and what waits for a person. Without secrets. */
export interface ProjectReview {
  readonly chosen: ShownDatabase | null;
  readonly others: readonly ShownDatabase[];
  readonly unread: readonly UnreadFile[];
  readonly message: string;
  readonly waiting: readonly WaitingDatabase[];
}

export interface ReviewOptions extends ProjectApprovalsOptions, Omit<DiscoveryOptions, 'isApproved'> {}

/** Connects to nothing. */
export async function reviewProject(options: ReviewOptions): Promise<ProjectReview> {
  const approvals = openProjectApprovals(options);
  const discovery = await discover(options, approvals);
  const { chosen, others, unread, message } = discovery;
  const waiting = waitingOf(discovery, approvals);
  return {
    chosen: chosen && shown(chosen),
    others: others.map(shown),
    unread,
    message: chosen && !waiting ? describeChoice({ ...chosen, needsApproval: [] }) : message,
    waiting: waiting ? [describeWaiting(waiting)] : [],
  };
}

/** Approves what a person was shown. Throws when the project's files ask for something else by now. */
export async function approveProject(options: ReviewOptions, fingerprint: string): Promise<void> {
  const approvals = openProjectApprovals(options);
  const waiting = waitingOf(await discover(options, approvals), approvals);
  if (waiting?.fingerprint !== fingerprint)
    throw projectErrors.fail('E_PROJECT_OUTDATED', 'The project’s files changed after they were shown.');
  await approvals.approve(waiting);
}

/** The database that is meant, when it must not be used yet. */
export function waitingOf(
  { meant }: Discovery,
  { isApproved }: Pick<ProjectApprovals, 'isApproved'>,
): FoundDatabase | undefined {
  return meant && meant.needsApproval.length > 0 && !isApproved(meant.fingerprint) ? meant : undefined;
}

export function approvalRequired(waiting: FoundDatabase, projectRoot: string) {
  const message = `${placeOf(waiting)} asks for what a person must approve first: to ${describeReasons(waiting)}.`;
  const command = `molehill project approve --workspace ${JSON.stringify(projectRoot)}`;
  return projectErrors.fail('E_PROJECT_APPROVAL', message, {
    hint: `A person runs \`${command}\`, or approves it on the page of \`molehill up\`.`,
    details: { file: waiting.file, needsApproval: waiting.needsApproval },
  });
}

function discover(options: ReviewOptions, { isApproved }: ProjectApprovals): Promise<Discovery> {
  return discoverDatabases(options.projectRoot, { ...options, isApproved });
}

function describeWaiting(waiting: FoundDatabase): WaitingDatabase {
  const { fingerprint, needsApproval } = waiting;
  const place = placeOf(waiting);
  return { fingerprint, place, database: describeRoute(waiting), would: needsApproval.map(describeReason) };
}
