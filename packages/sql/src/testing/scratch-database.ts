import { randomBytes } from 'node:crypto';
import { ConnectionDefinitions } from '../definitions.ts';
import { builtInEngines } from '../engines/registry.ts';
import { RowReader, readAll } from '../rows.ts';
import type { ContractEngine } from './contract/fixture.ts';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** Runs a test's own statements, bypassing tools and guard. */
export interface Administrator {
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

const { signal } = new AbortController();

export async function administer(definition: Readonly<Record<string, unknown>>): Promise<Administrator> {
  const config = new ConnectionDefinitions(builtInEngines).schema.parse({ name: 'admin', ...definition });
  const dialect = await builtInEngines.load(config.type);
  const { host = '', port = 0 } = config;
  const backend = await dialect.open({ config, connectHost: host, connectPort: port, serverName: host });
  return {
    run: async (sql) => {
      const reader = new RowReader(await backend.run({ sql, params: [] }, { readonly: false, signal }));
      await reader.drain(signal);
      await reader.close();
    },
    rows: (sql) => readAll(backend, { sql, params: [] }, signal),
    close: () => backend.dispose(),
  };
}

/** A new database on a shared server. */
export async function scratchDatabase(type: 'postgres' | 'mysql', address: ServerAddress) {
  const { host, port, user, password } = address;
  const server = { type, host, port, user, password };
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const admin = await administer(type === 'postgres' ? { ...server, database: 'postgres' } : server);
  await admin.run(`CREATE DATABASE ${name}`);
  return {
    definition: { ...server, database: name },
    database: name,
    drop: async () => {
      await admin.run(`DROP DATABASE ${name}${type === 'postgres' ? ' WITH (FORCE)' : ''}`);
      await admin.close();
    },
  };
}

export async function postgresEngine(address: ServerAddress): Promise<ContractEngine> {
  const { definition, database, drop } = await scratchDatabase('postgres', address);
  const { quote } = await builtInEngines.load('postgres');
  return {
    definition,
    database,
    schema: 'public',
    placeholder: (number) => `$${number}`,
    quote,
    analyzes: true,
    keepsSnapshots: true,
    close: drop,
  };
}

export async function mysqlEngine(
  address: ServerAddress,
  abilities: { readonly analyzes: boolean },
): Promise<ContractEngine> {
  const { definition, database, drop } = await scratchDatabase('mysql', address);
  const { quote } = await builtInEngines.load('mysql');
  return {
    definition,
    database,
    schema: database,
    placeholder: () => '?',
    quote,
    analyzes: abilities.analyzes,
    keepsSnapshots: true,
    close: drop,
  };
}
