import { type CallOptions, type CallOutcome, callTool } from './call.ts';
import { checkHealth, type Health, type HealthCheck, type HostIdentity, healthOf } from './health.ts';
import { proofOf } from './proof.ts';
import { getJson, requestJson } from './request.ts';
import { respondWithProgress, wantsProgress } from './stream.ts';

export type { CallOptions, CallOutcome, Health, HealthCheck, HostIdentity };
/** Both sides of the way to a running host over HTTP: what a caller asks and what a host answers. */
export { callTool, checkHealth, getJson, healthOf, proofOf, requestJson, respondWithProgress, wantsProgress };
