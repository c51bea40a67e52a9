import { basename } from 'node:path';
import { sqlErrors } from '../../errors.ts';
import type { Plan, ServerDescription, SqlBackend, SqlCatalogue } from '../engine.ts';
import { createCatalogue } from './catalogue.ts';
import type { Engine } from './engine.ts';
import { noAnalyze, toPlan } from './explain.ts';
import { isWritable } from './file.ts';
import type { Mode } from './protocol.ts';
import { drain, type Read, reader, text } from './read.ts';

/** The parts of one open database behind the contract that all engines share. */
export class SqliteBackend implements SqlBackend {
  readonly catalogue: SqlCatalogue;
  readonly #engine: Engine;
  readonly #read: Read;
  readonly #readonly: boolean;

  constructor(engine: Engine, options: { readonly readonly: boolean }) {
    this.#engine = engine;
    this.#readonly = options.readonly;
    this.#read = reader(engine);
    this.catalogue = createCatalogue(this.#read);
  }

  async describeServer(signal: AbortSignal): Promise<ServerDescription> {
    const [row] = await this.#read('SELECT sqlite_version()', [], signal);
    const { file } = this.#engine;
    return {
      version: `SQLite ${text(row?.[0])}`,
      user: undefined,
      database: basename(file),
      superuser: false,
      canWrite: isWritable(file),
    };
  }

  run: SqlBackend['run'] = ({ sql, params }, { readonly, signal }) =>
    this.#engine.run(sql, params, { mode: this.#mode(readonly), signal });

  script: SqlBackend['script'] = async (sql, signal) => {
    if (this.#readonly) throw sqlErrors.fail('E_READONLY', 'A script may change something.');
    return this.#engine.script(sql, signal);
  };

  explain: SqlBackend['explain'] = async ({ sql, params }, { readonly, analyze, signal }): Promise<Plan> => {
    if (analyze) throw noAnalyze();
    const cursor = await this.#engine.run(`EXPLAIN QUERY PLAN ${sql}`, params, {
      mode: this.#mode(readonly),
      signal,
    });
    return toPlan(await drain(cursor, signal));
  };

  dispose(): Promise<void> {
    return this.#engine.dispose();
  }

  #mode(readonly: boolean): Mode {
    return readonly || this.#readonly ? 'read' : 'write';
  }
}
