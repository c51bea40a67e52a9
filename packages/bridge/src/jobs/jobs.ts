import { createJobClient, type JobCall, type JobClient, type JobClientOptions } from './client.ts';
import { type HostOptions, type JobHost, serveJobs } from './host.ts';
import type { CallJob, JobCommand, JobContext } from './running.ts';
import type { JobTiming } from './timing.ts';

export type {
  CallJob,
  HostOptions,
  JobCall,
  JobClient,
  JobClientOptions,
  JobCommand,
  JobContext,
  JobHost,
  JobTiming,
};
/** Calls by way of a folder in the workspace: who sends them, and who answers. */
export { createJobClient, serveJobs };
