import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { stateDirectory } from '@molehill/core/paths';
import { type Approvals, createApprovals } from '@molehill/gateway/approvals';
import type { LoadedConfig, UpstreamConfig } from '@molehill/gateway/config';
import { loadUpstreams } from '@molehill/gateway/config/load';
import { createPins, type Pins, serverKeyOf, type Withheld } from '@molehill/gateway/pins';

/** The configured upstream servers with their approvals and pins. Reading them starts no server. */
export interface Configured extends LoadedConfig {
  readonly directory: string;
  readonly stateRoot: string;
  readonly approvals: Approvals;
  readonly pins: Pins;
}

export function readConfigured(workspace: string): Configured {
  const directory = resolve(workspace);
  const stateRoot = stateDirectory(process.env);
  return {
    ...loadUpstreams({ directory, home: homedir(), stateRoot, env: process.env }),
    directory,
    stateRoot,
    approvals: createApprovals({ stateRoot }),
    pins: createPins({ stateRoot }),
  };
}

export function withheldOf({ pins }: Configured, server: UpstreamConfig): readonly Withheld[] {
  return pins.withheld(serverKeyOf(server));
}
