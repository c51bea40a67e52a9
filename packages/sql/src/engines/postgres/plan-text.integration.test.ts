import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedPostgres } from '../../../../../test/engines/postgres.ts';
import { scratchDatabase } from '../../testing/scratch-database.ts';
import { renderPlan } from './plan-text.ts';

const address = await sharedPostgres();

const setup = `
create table big as select i as id, i % 7 as g, md5(i::text) as t from generate_series(1, 200000) i;
create index big_id on big (id); create index big_g on big (g);
create table "Odd Name" (a int primary key, b text);
insert into "Odd Name" select i, 'x' from generate_series(1, 500) i;
analyze;`;

const statements = [
  'select * from big where id = 3',
  "select count(*) from big where t = 'x'",
  'select g, count(*) from big group by g order by 2 desc limit 3',
  'select * from big b join "Odd Name" o on o.a = b.id where o.b = \'x\'',
  'select * from "Odd Name" o left join big b on b.id = o.a order by b.t',
  'select * from "Odd Name" o where not exists (select 1 from big b where b.id = o.a and b.g > 3)',
  'with x as materialized (select * from "Odd Name") select * from x join x y on y.a = x.a',
  'select (select max(id) from big), * from generate_series(1, 3) s',
  'select a, (select count(*) from big b where b.g = o.a) from "Odd Name" o limit 2',
  'select * from (values (1), (2)) v(a) union select 3',
  'select id from big where g in (1, 2) and id between 5 and 900 order by id desc',
  'select a from "Odd Name" except select id from big',
  'select g, row_number() over (partition by g order by id) from big where id < 100',
  'update "Odd Name" set b = \'y\' where a = 1',
  'delete from big where g = 3',
  'insert into "Odd Name" select id + 1000, t from big where id < 10',
];

describe.skipIf(!address)('a JSON plan is rendered as the server prints text', () => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
  let client: pg.Client;

  beforeAll(async () => {
    if (!address) return;
    scratch = await scratchDatabase('postgres', address);
    const { host, port, user, password } = address;
    client = new pg.Client({ host, port, user, password, database: scratch.database });
    await client.connect();
    await client.query(setup);
  });
  afterAll(async () => {
    await client?.end();
    await scratch?.drop();
  });

  async function both(options: string, sql: string): Promise<[string, string]> {
    const run = async (format: string) => {
      await client.query('begin');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (${options}format ${format}) ${sql}`,
      );
      await client.query('rollback');
      return rows.map((row) => row['QUERY PLAN']);
    };
    const [json] = await run('json');
    return [renderPlan(json as never), (await run('text')).join('\n')];
  }

  test.each(statements)('%s', async (sql) => {
    const [ours, theirs] = await both('', sql);
    expect(ours).toBe(theirs);
  });

  /** Figures differ from run to run. */
  const withoutFigures = (text: string) =>
    text
      .replace(/\d+(\.\d+)?/g, 'N')
      .split('\n')
      .filter((line) => !/Buffers|Planning:|Worker N|Prefetch/.test(line));

  test.each(statements)('%s, analyzed', async (sql) => {
    const [ours, theirs] = await both('analyze, ', sql);
    expect(withoutFigures(ours)).toEqual(withoutFigures(theirs));
  });
});
