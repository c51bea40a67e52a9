/** What a host needs of the call that it works for. */
export interface HostContext {
  readonly signal: AbortSignal;
  progress(done: number, total?: number, message?: string): void;
}
