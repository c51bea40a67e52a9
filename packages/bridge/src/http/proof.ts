import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `<port>.<random>`: the port is in it so that a stranger cannot have a real host answer in its place. */
const CHALLENGE = /^([1-9]\d{0,4})\.[A-Za-z0-9_-]{43}$/;

export function createChallenge(port: number): string {
  return `${port}.${randomBytes(32).toString('base64url')}`;
}

/** True for a challenge that was made for the host at this port. */
export function isChallengeFor(port: number, challenge: string): boolean {
  return CHALLENGE.exec(challenge)?.[1] === String(port);
}

/** Shows that one knows the token without showing the token. */
export function proofOf(token: string, challenge: string): string {
  return createHmac('sha256', token).update(challenge).digest('base64url');
}

export function isProof(token: string, challenge: string, proof: string): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(token, challenge))];
  return given.length === right.length && timingSafeEqual(given, right);
}
