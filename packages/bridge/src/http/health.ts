import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isMolehillError } from '@molehill/core/errors';
import * as z from 'zod';
import { bridgeErrors } from '../errors.ts';
import { canonicalRoot } from '../ports/roots.ts';
import { parseJson, readText, sendRequest } from './request.ts';

/** `<port>.<random>`: with the port, another program cannot relay the challenge to a real host. */
const CHALLENGE = /^([1-9]\d{0,4})\.[A-Za-z0-9_-]{43}$/;

const healthSchema = z.object({
  projectRoot: z.string(),
  pid: z.int(),
  version: z.string(),
  /** Only with a challenge. */
  proof: z.string().optional(),
});

/** The body of `GET /health`, which needs no token. */
export type Health = z.output<typeof healthSchema>;

export interface HostIdentity {
  readonly projectRoot: string;
  readonly version: string;
  readonly port: number;
  readonly token: string;
}

/** The host's answer to `GET /health?challenge=…`. It proves only challenges that name its own port. */
export function healthOf(host: HostIdentity, challenge: string | undefined): Health {
  const { projectRoot, version, port, token } = host;
  const isOwn = challenge !== undefined && CHALLENGE.exec(challenge)?.[1] === String(port);
  const proof = isOwn ? { proof: proofOf(token, challenge) } : {};
  return { projectRoot, pid: process.pid, version, ...proof };
}

export interface HealthCheck {
  readonly port: number;
  readonly projectRoot: string;
  /** Not sent: the host proves that it knows it. */
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 64 * 1024;

/** The handshake before a token is sent: verifies that the host of this project listens at the port. */
export async function checkHealth(check: HealthCheck): Promise<Health> {
  const { port, projectRoot, token } = check;
  const challenge = `${port}.${randomBytes(32).toString('base64url')}`;
  const health = await fetchHealth(check, challenge);
  if (!health || !isProof(token, challenge, health.proof ?? ''))
    throw unavailable(check, 'stranger', `Another program listens at port ${port}.`);
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
    const answer = await sendRequest({ port, path, signal: either });
    return healthSchema.safeParse(parseJson(await readText(answer, MAX_BYTES))).data;
  } catch (error) {
    if (deadline.aborted)
      throw unavailable(check, 'silent', `Port ${port} did not answer within ${timeoutMs} ms.`);
    if (signal?.aborted) throw signal.reason;
    // A connection that breaks or sends too much is not a host.
    if (isMolehillError(error) && error.code === 'E_BRIDGE_UNAVAILABLE') throw error;
    return undefined;
  }
}

function unavailable(check: HealthCheck, reason: string, message: string) {
  const { port, projectRoot } = check;
  return bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', message, { details: { port, projectRoot, reason } });
}

/** Proves knowledge of the token without sending it. */
export function proofOf(token: string, challenge: string): string {
  return createHmac('sha256', token).update(challenge).digest('base64url');
}

function isProof(token: string, challenge: string, proof: string): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(token, challenge))];
  return given.length === right.length && timingSafeEqual(given, right);
}
