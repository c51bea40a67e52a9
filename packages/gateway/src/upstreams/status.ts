export type UpstreamState = 'waiting' | 'disabled' | 'idle' | 'starting' | 'ready' | 'backing-off';

export interface UpstreamStatus {
  readonly id: string;
  readonly state: UpstreamState;
  readonly pid?: number;
  /** The negotiated protocol revision. */
  readonly protocol?: string;
  readonly openCalls: number;
  readonly starts: number;
  readonly lastError?: { readonly code: string; readonly message: string; readonly at: string };
  readonly nextAttemptAt?: string;
}

export type ListName = 'tools' | 'prompts' | 'resources';
