import { isMolehillError, type MolehillError } from '@molehill/core/errors';
import type { Dialect, Engine, ParsedDsn } from './engine.ts';
import { mysql } from './mysql/descriptor.ts';
import { postgres } from './postgres/descriptor.ts';
import { sqlite } from './sqlite/descriptor.ts';

/** The engines a server speaks to. Everything that depends on the engine is derived from its descriptor. */
export class EngineRegistry {
  readonly engines: readonly [Engine, ...Engine[]];
  readonly #dialects = new Map<string, Dialect>();

  constructor(engines: readonly [Engine, ...Engine[]]) {
    this.engines = engines;
  }

  get(type: string): Engine {
    const engine = this.engines.find((candidate) => candidate.type === type);
    if (!engine) throw new Error(`unknown engine ${type}`);
    return engine;
  }

  /** By its type or by a name that frameworks, drivers and container images use. */
  named(name: string): Engine | undefined {
    return this.engines.find(({ type, aliases }) => type === name || aliases.includes(name));
  }

  async load(type: string): Promise<Dialect> {
    const dialect = this.#dialects.get(type) ?? (await this.get(type).load());
    this.#dialects.set(type, dialect);
    return dialect;
  }

  /** Synchronous: a driver's error can only occur after its dialect was loaded. */
  classifyError(error: unknown, type: string): MolehillError | undefined {
    if (isMolehillError(error) || !(error instanceof Error)) return undefined;
    return this.#dialects.get(type)?.classifyError(error);
  }

  /** Which engine a DSN is for: by its scheme, without a driver suffix as in `postgresql+psycopg`. */
  ofDsn(dsn: string): Engine | undefined {
    const scheme = /^([a-z][a-z0-9+.-]+):/i
      .exec(dsn)?.[1]
      ?.toLowerCase()
      .replace(/[+].*$/, '');
    return (
      this.engines.find((engine) => scheme !== undefined && engine.dsn.schemes.includes(scheme)) ??
      this.engines.find((engine) => engine.dsn.accepts?.(dsn))
    );
  }

  /** A problem never quotes the DSN: it may hold a password. */
  parseDsn(dsn: string): ParsedDsn {
    const text = dsn.trim();
    const engine = this.ofDsn(text);
    if (!engine) return { problem: `must be ${this.dsnForms}` };
    const parsed = engine.dsn.parse(text);
    return 'problem' in parsed ? parsed : { fields: { type: engine.type, ...parsed.fields } };
  }

  get dsnForms(): string {
    return this.engines.map(({ dsn }) => dsn.form).join(', ');
  }
}

export const builtInEngines = new EngineRegistry([postgres, mysql, sqlite]);
