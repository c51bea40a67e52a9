import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@molehill/core/log';
import { createRedactor, type Redactor } from '@molehill/core/redact';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import * as z from 'zod';
import { file, route } from '../fields.ts';
import { Registry, type RegistryOptions } from '../registry.ts';
import { baseConnectionShape } from '../shape.ts';

/** Connections of a server with two network engines and one file engine. */
const networked = { ...baseConnectionShape, database: z.string().optional() };
export const sampleSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...networked, type: route(z.literal('lake')) }),
  z.strictObject({ ...networked, type: route(z.literal('pond')) }),
  z.strictObject({
    name: baseConnectionShape.name,
    readonly: baseConnectionShape.readonly,
    type: route(z.literal('puddle')),
    file: file(z.string().min(1)),
  }),
]);
export type SampleConnection = z.output<typeof sampleSchema>;

export const lake = (name: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  name,
  type: 'lake',
  host: 'lake.test',
  user: 'reader',
  ...fields,
});

/** Records the lines of the log, redacted as the real log redacts them. */
function recordingLog(redactor: Redactor = createRedactor()): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const write = (fields: Readonly<Record<string, unknown>>, message: string) => {
    const shown = Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [
        key,
        value instanceof Error ? (value.stack ?? '') : value,
      ]),
    );
    lines.push(redactor.suspected(JSON.stringify({ ...shown, message })));
  };
  return { lines, debug: write, info: write, warn: write, error: write };
}

export interface Setting {
  readonly folder: string;
  readonly storePath: string;
  readonly redactor: Redactor;
  readonly log: ReturnType<typeof recordingLog>;
}

export function createSetting(): Setting {
  const folder = tempFolder();
  const redactor = createRedactor();
  mkdirSync(join(folder, 'work'));
  return {
    folder,
    redactor,
    storePath: join(folder, 'state', 'connections.json'),
    log: recordingLog(redactor),
  };
}

export function createSampleRegistry(
  setting: Setting = createSetting(),
  options: Partial<RegistryOptions<SampleConnection>> = {},
) {
  return new Registry<SampleConnection>({
    storePath: setting.storePath,
    env: {},
    envVar: 'SAMPLE_CONNECTIONS',
    schema: sampleSchema,
    redactor: setting.redactor,
    log: setting.log,
    logPrefix: 'sample',
    cwd: join(setting.folder, 'work'),
    home: setting.folder,
    ...options,
  });
}
