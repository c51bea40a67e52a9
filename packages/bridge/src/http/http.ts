import { type CallOptions, type CallOutcome, callTool } from './call.ts';
import { checkHealth, type Health, type HealthCheck, type HostIdentity, healthOf } from './health.ts';
import { proofOf } from './proof.ts';
import { getJson, requestJson } from './request.ts';
import { respondWithProgress, wantsProgress } from './stream.ts';

export type { CallOptions, CallOutcome, Health, HealthCheck, HostIdentity };
/** Both sides of HTTP between a client and a running host. */
export { callTool, checkHealth, getJson, healthOf, proofOf, requestJson, respondWithProgress, wantsProgress };
