import { createJobClient, type JobCall, type JobClient, type JobClientOptions } from './client.ts';
import { type HostOptions, type JobHost, serveJobs } from './host.ts';
import type { CallJob, JobCommand, JobContext } from './running-job.ts';
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
/** Tool calls through a folder in the workspace: the client and the host. */
export { createJobClient, serveJobs };
