import { isMolehillError } from '@molehill/core/errors';
import * as z from 'zod';
import { bridgeErrors } from '../errors.ts';
import { canonicalRoot } from '../ports/roots.ts';
import { createChallenge, isChallengeFor, isProof, proofOf } from './proof.ts';
import { ask, parseJson, readText } from './request.ts';

const healthSchema = z.object({
  projectRoot: z.string(),
  pid: z.int(),
  version: z.string(),
  /** Only with a challenge. */
  proof: z.string().optional(),
});

/** `GET /health`, which needs no token. */
export type Health = z.output<typeof healthSchema>;

export interface HostIdentity {
  readonly projectRoot: string;
  readonly version: string;
  readonly port: number;
  readonly token: string;
}

/** The host's side: what it answers to `GET /health?challenge=…`. A challenge that was not made for its port is not answered. */
export function healthOf(host: HostIdentity, challenge: string | undefined): Health {
  const { projectRoot, version, port, token } = host;
  const mine = challenge !== undefined && isChallengeFor(port, challenge);
  const proof = mine ? { proof: proofOf(token, challenge) } : {};
  return { projectRoot, pid: process.pid, version, ...proof };
}

export interface HealthCheck {
  readonly port: number;
  /** The project that should be served there. */
  readonly projectRoot: string;
  /** Never sent: the host shows that it knows it too. */
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
const MOST_BYTES = 64 * 1024;

/** Makes sure that the host of this project is at that port, before anything is entrusted to it. */
export async function checkHealth(check: HealthCheck): Promise<Health> {
  const { port, projectRoot, token } = check;
  const challenge = createChallenge(port);
  const health = await fetchHealth(check, challenge);
  if (!health || !isProof(token, challenge, health.proof ?? ''))
    throw unavailable(check, 'stranger', `Port ${port} is in the hands of another program.`);
  if ((await canonicalRoot(health.projectRoot)) !== (await canonicalRoot(projectRoot)))
    throw unavailable(check, 'other-root', `Port ${port} serves ${health.projectRoot}, not ${projectRoot}.`);
  return health;
}

async function fetchHealth(check: HealthCheck, challenge: string): Promise<Health | undefined> {
  const { port, signal, timeoutMs = TIMEOUT_MS } = check;
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    const path = `/health?challenge=${challenge}`;
    const answer = await ask({ port, path, method: 'GET', signal: either });
    return healthSchema.safeParse(parseJson(await readText(answer, MOST_BYTES))).data;
  } catch (error) {
    if (deadline.aborted)
      throw unavailable(check, 'silent', `Port ${port} did not answer within ${timeoutMs} ms.`);
    if (signal?.aborted) throw signal.reason;
    // Whatever breaks off or floods is not a host of ours.
    if (isMolehillError(error) && error.code === 'E_BRIDGE_UNAVAILABLE') throw error;
    return undefined;
  }
}

function unavailable(check: HealthCheck, reason: string, message: string) {
  const { port, projectRoot } = check;
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', message, { details: { port, projectRoot, reason } });
}
