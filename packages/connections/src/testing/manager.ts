import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@molehill/core/log';
import { onTestFinished } from 'vitest';
import type { BackendTarget } from '../backend.ts';
import { Manager, type ManagerOptions } from '../manager.ts';
import type { Registry } from '../registry.ts';
import { createSampleRegistry, createSetting, lake, type SampleConnection } from './registry.ts';

/** A backend in memory, to observe when it is created and disposed. */
export class Backend {
  readonly target: BackendTarget<SampleConnection>;
  disposed = 0;

  constructor(target: BackendTarget<SampleConnection>) {
    this.target = target;
  }

  async dispose(): Promise<void> {
    this.disposed += 1;
  }
}

type Options = Partial<ManagerOptions<SampleConnection, Backend>>;

export async function openManager(options: Options = {}, names: readonly string[] = ['a']) {
  const setting = createSetting();
  const registry = createSampleRegistry(setting, { env: { PW: 'resolved-password' } });
  for (const name of names) await registry.add(lake(name, { password: `\${env:PW}` }));
  const made: Backend[] = [];
  const createBackend = async (target: BackendTarget<SampleConnection>) => {
    await sleep(1);
    const backend = new Backend(target);
    made.push(backend);
    return backend;
  };
  const lookups = { done: 0 };
  const manager = new Manager(counting(registry, lookups), { createBackend, log: silentLog, ...options });
  onTestFinished(() => manager.dispose());
  return { registry, manager, made, setting, lookups };
}

/** Counts the lookups that are done: their callers wait for the connection or have it. */
function counting(
  registry: Registry<SampleConnection>,
  lookups: { done: number },
): Registry<SampleConnection> {
  const get = async (name: string) => {
    const connection = await registry.get(name);
    lookups.done += 1;
    return connection;
  };
  return new Proxy(registry, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (key === 'get') return get;
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

export function deferred<T>() {
  let settle: { resolve(value: T): void; reject(error: unknown): void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    promise,
    resolve: (value: T) => settle?.resolve(value),
    reject: (error: unknown) => settle?.reject(error),
  };
}

/** Polls until the condition holds. */
export const until = async (condition: () => boolean) => {
  while (!condition()) await sleep(1);
};
