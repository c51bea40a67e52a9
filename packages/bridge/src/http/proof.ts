import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `<port>.<random>`: with the port, another program cannot relay the challenge to a real host. */
const CHALLENGE = /^([1-9]\d{0,4})\.[A-Za-z0-9_-]{43}$/;

export function createChallenge(port: number): string {
  return `${port}.${randomBytes(32).toString('base64url')}`;
}

export function isChallengeFor(port: number, challenge: string): boolean {
  return CHALLENGE.exec(challenge)?.[1] === String(port);
}

/** Proves knowledge of the token without sending it. */
export function proofOf(token: string, challenge: string): string {
  return createHmac('sha256', token).update(challenge).digest('base64url');
}

export function isProof(token: string, challenge: string, proof: string): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(token, challenge))];
  return given.length === right.length && timingSafeEqual(given, right);
}
