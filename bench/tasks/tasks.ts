import type { Agent } from './agent.ts';

export interface Task {
  readonly goal: string;
  /** A query whose cells are the facts to find, or the facts themselves. */
  readonly facts: string | readonly string[];
  /** The calls that an agent makes which knows nothing but the goal, the tools and earlier answers of this task. */
  readonly molehill: (agent: Agent) => Promise<unknown>;
  /** Left out where the tools of dbhub cannot do the task. */
  readonly dbhub?: (agent: Agent) => Promise<unknown>;
}

const topCountry =
  'select billing_country, sum(total) as revenue from invoice group by 1 order by 2 desc, 1 limit 3';
const topGenres = `select g.name, sum(l.unit_price * l.quantity) as revenue from invoice_line l
  join track t using (track_id) join genre g using (genre_id) group by 1 order by 2 desc, 1 limit 5`;
const unsold = `select count(*) as unsold from track t
  where not exists (select 1 from invoice_line l where l.track_id = t.track_id)`;
const perDay = `select happened_at::date::text as day, count(*) as purchases from events where kind = 'purchase'
  group by 1 order by 1 desc limit 7`;
const slow = 'select count(*) from events where visitor_id = 4711';
const kinds = 'select kind, count(*) as count from events group by 1';
const rightName = "select email from customer where country = 'Norway' order by 1 limit 3";
const inOrder = 'select event_id, happened_at, kind, visitor_id from events order by event_id';

const query = (agent: Agent, sql: string) => agent.call('sql__query', { connection: 'music', sql });
const execute = (agent: Agent, sql: string) => agent.call('execute_sql', { sql });
const describe = (agent: Agent, table: string) =>
  agent.call('sql__describe_table', { connection: 'music', table });
const columnsOf = (agent: Agent, table: string) =>
  agent.call('search_objects', { object_type: 'column', schema: 'public', table, detail_level: 'summary' });

async function readPages(agent: Agent): Promise<void> {
  const call = { connection: 'music', sql: `${inOrder} limit 1000`, limit: 1000 };
  let cursor = (await agent.call('sql__query', call)).cursor;
  while (cursor) cursor = (await agent.call('sql__query', { ...call, cursor })).cursor;
}

/** Reads the long answer of an export that takes more than a moment. */
async function exportEvents(agent: Agent): Promise<void> {
  const sql = 'select * from events where event_id <= 100000';
  const { running } = await agent.call('sql__export_query', { connection: 'music', sql, path: 'events.csv' });
  if (running) await agent.call('sql__wait', { handle: running });
}

export const tasks: readonly Task[] = [
  {
    goal: 'Which tables are there, and which is the largest?',
    facts: [
      'artist',
      'album',
      'genre',
      'media_type',
      'track',
      'playlist',
      'customer',
      'invoice_line',
      'events',
    ],
    molehill: (agent) => agent.call('sql__list_tables', { connection: 'music' }),
    dbhub: (agent) => agent.call('search_objects', { object_type: 'table', detail_level: 'summary' }),
  },
  {
    goal: 'How is a customer connected with the tracks that he bought?',
    facts: ['invoice_line', 'invoice_id', 'customer_id', 'track_id'],
    molehill: (agent) =>
      agent.call('sql__schema_diagram', {
        connection: 'music',
        tables: ['customer', 'invoice', 'invoice_line', 'track'],
      }),
    dbhub: async (agent) => {
      for (const table of ['customer', 'invoice', 'invoice_line', 'track']) await columnsOf(agent, table);
    },
  },
  {
    goal: 'Which three countries bring the most revenue, and how much?',
    facts: topCountry,
    molehill: async (agent) => {
      await describe(agent, 'invoice');
      await query(agent, topCountry);
    },
    dbhub: async (agent) => {
      await columnsOf(agent, 'invoice');
      await execute(agent, topCountry);
    },
  },
  {
    goal: 'Which five genres sell best?',
    facts: topGenres,
    molehill: async (agent) => {
      await agent.call('sql__search_objects', { connection: 'music', pattern: 'genre' });
      await describe(agent, 'invoice_line');
      await query(agent, topGenres);
    },
    dbhub: async (agent) => {
      await agent.call('search_objects', { object_type: 'column', pattern: '%genre%' });
      await columnsOf(agent, 'invoice_line');
      await execute(agent, topGenres);
    },
  },
  {
    goal: 'How many tracks were never sold?',
    facts: unsold,
    molehill: (agent) => query(agent, unsold),
    dbhub: (agent) => execute(agent, unsold),
  },
  {
    goal: 'Purchases of the last seven days among a million events?',
    facts: perDay,
    molehill: async (agent) => {
      await agent.call('sql__sample_rows', { connection: 'music', table: 'events' });
      await query(agent, perDay);
    },
    dbhub: async (agent) => {
      await execute(agent, 'select * from events limit 5');
      await execute(agent, perDay);
    },
  },
  {
    goal: 'Why is the count of one visitor’s events slow?',
    facts: ['Parallel Seq Scan', 'Rows Removed by Filter'],
    molehill: (agent) => agent.call('sql__explain_query', { connection: 'music', sql: slow, analyze: true }),
    dbhub: (agent) => execute(agent, `explain (analyze, buffers) ${slow}`),
  },
  {
    goal: 'Which kinds of events are there, and how many of each?',
    facts: kinds,
    molehill: (agent) => query(agent, kinds),
    dbhub: (agent) => execute(agent, kinds),
  },
  {
    goal: 'Correct a wrong table name and a wrong column name',
    facts: rightName,
    molehill: async (agent) => {
      await query(agent, rightName.replace('from customer', 'from customers'));
      await query(agent, rightName.replace('email', 'mail'));
      await query(agent, rightName);
    },
    dbhub: async (agent) => {
      await execute(agent, rightName.replace('from customer', 'from customers'));
      await agent.call('search_objects', { object_type: 'table', pattern: '%customer%' });
      await execute(agent, rightName.replace('email', 'mail'));
      await columnsOf(agent, 'customer');
      await execute(agent, rightName);
    },
  },
  {
    goal: 'Read the first 1,000 events in order',
    facts: ['2026-01-01', '1000'],
    molehill: readPages,
    dbhub: (agent) => execute(agent, `${inOrder} limit 1000`),
  },
  {
    goal: 'Export 100,000 events to a CSV file',
    facts: ['100000', 'events.csv'],
    molehill: exportEvents,
  },
  {
    goal: 'Add a connection to another database and count its invoices',
    facts: ['137'],
    molehill: async (agent) => {
      await agent.call('sql__add_connection', { name: 'archive', dsn: agent.archive, readonly: true });
      await agent.call('sql__query', { connection: 'archive', sql: 'select count(*) from invoice' });
    },
  },
];
