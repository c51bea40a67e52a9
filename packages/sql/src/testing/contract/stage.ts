import { coreErrors } from '@molehill/core/errors';
import { testCaller } from '@molehill/core/testing/endpoint';
import type { Person } from '@molehill/serve/testing/mcp-client';
import { connectSql, type Input, openSqlEndpoint, type SqlEndpoint } from '../sql-client.ts';

/** A database that is empty at the start and belongs to the suite alone. */
export interface ContractEngine {
  /** The connection, without its name. */
  readonly definition: Input;
  /** The schema in which tables land. */
  readonly schema: string;
  /** The name `list_databases` has for it. */
  readonly database: string;
  placeholder(number: number): string;
  quote(identifier: string): string;
  /** Whether it can measure a statement while it runs. */
  readonly analyzes: boolean;
  /** Whether one may write while another reads an older state. */
  readonly keepsSnapshots: boolean;
  close(): Promise<void>;
}

/** What the tests of a contract play on: the same tables in every engine, over a writable and a read-only connection. */
export interface Stage {
  readonly engine: ContractEngine;
  readonly endpoint: SqlEndpoint;
  connect(person?: Person): ReturnType<typeof connectSql>;
}

export const NUMBERS = 2_500;
export const ODD_TABLE = 'Odd "na`me\'; [x] %';

/** Counts to 1.5e10: no engine ends this before somebody stops it. */
export const ENDLESS = 'SELECT COUNT(*) FROM numbers a, numbers b, numbers c WHERE a.id + b.id + c.id < 0';

const number = 'a.d + b.d * 10 + c.d * 100 + e.d * 1000';

function fixture({ quote }: ContractEngine): string[] {
  const digits = Array.from({ length: 10 }, (_, digit) => `(${digit})`).join(', ');
  return [
    'CREATE TABLE customers (id integer NOT NULL PRIMARY KEY, name varchar(40) NOT NULL, email varchar(80))',
    'CREATE UNIQUE INDEX customers_email ON customers (email)',
    `CREATE TABLE orders (id integer NOT NULL PRIMARY KEY, customer_id integer NOT NULL, total decimal(10,2), note text,
      CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES customers (id))`,
    'CREATE INDEX orders_by_customer ON orders (customer_id)',
    'CREATE VIEW big_orders AS SELECT id, total FROM orders WHERE total > 10',
    'CREATE TABLE digits (d integer)',
    `INSERT INTO digits VALUES ${digits}`,
    'CREATE TABLE numbers (id integer NOT NULL PRIMARY KEY, label varchar(40))',
    `INSERT INTO numbers SELECT ${number} + 1, 'row' FROM digits a, digits b, digits c, digits e WHERE ${number} < ${NUMBERS}`,
    'CREATE VIEW endless AS SELECT a.id AS id FROM numbers a, numbers b, numbers c',
    `CREATE TABLE ${quote(ODD_TABLE)} (${quote('se"lect `x`')} integer)`,
    `INSERT INTO ${quote(ODD_TABLE)} VALUES (7)`,
    "INSERT INTO customers VALUES (1, 'Ada', 'ada@example.org'), (2, 'Grace', NULL), (3, 'Ada', 'countess@example.org')",
    "INSERT INTO orders VALUES (1, 1, 12.50, 'first'), (2, 1, 3.00, NULL), (3, 2, 99.99, 'it''s')",
  ];
}

export async function setStage(engine: ContractEngine): Promise<Stage> {
  const connections = [
    { ...engine.definition, name: 'rw', readonly: false },
    { ...engine.definition, name: 'ro', readonly: true },
  ];
  const endpoint = openSqlEndpoint({ connections });
  for (const sql of fixture(engine)) await callDirectly(endpoint, 'query', { connection: 'rw', sql });
  return { engine, endpoint, connect: (person) => connectSql(endpoint, person) };
}

/** Outside of a test there is no client to connect. */
async function callDirectly({ endpoint }: SqlEndpoint, tool: string, input: Input): Promise<void> {
  const entry = endpoint.catalogue.find(tool);
  const { text, envelope } = await endpoint.dispatcher.call({ entry, input, caller: testCaller() });
  if (!envelope.ok) throw coreErrors.fail('E_INTERNAL', text);
}
