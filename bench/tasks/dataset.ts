import pg from 'pg';
import type { ServerAddress } from '../../test/engines/server.ts';

/** A music shop with the tables and row counts of the Chinook sample, and a table of events. */
const music = `
create table artist (artist_id int primary key, name text not null);
create table album (album_id int primary key, title text not null, artist_id int not null references artist);
create table genre (genre_id int primary key, name text not null);
create table media_type (media_type_id int primary key, name text not null);
create table track (track_id int primary key, name text not null, album_id int references album,
  media_type_id int not null references media_type, genre_id int references genre, composer text,
  milliseconds int not null, bytes int, unit_price numeric(10,2) not null);
create table playlist (playlist_id int primary key, name text);
create table playlist_track (playlist_id int references playlist, track_id int references track,
  primary key (playlist_id, track_id));
create table employee (employee_id int primary key, last_name text not null, first_name text not null,
  title text, reports_to int references employee);
create table customer (customer_id int primary key, first_name text not null, last_name text not null,
  company text, address text, city text, state text, country text, postal_code text, phone text, fax text,
  email text not null, support_rep_id int references employee);
create table invoice (invoice_id int primary key, customer_id int not null references customer,
  invoice_date timestamp not null, billing_country text, total numeric(10,2) not null);
create table invoice_line (invoice_line_id int primary key, invoice_id int not null references invoice,
  track_id int not null references track, unit_price numeric(10,2) not null, quantity int not null);

insert into artist select i, 'Artist ' || i from generate_series(1, 275) i;
insert into album select i, 'Album ' || i, 1 + (i * 7) % 275 from generate_series(1, 347) i;
insert into genre select i, (array['Rock','Jazz','Metal','Blues','Latin'])[1 + i % 5] || ' ' || i from generate_series(1, 25) i;
insert into media_type select i, 'Media ' || i from generate_series(1, 5) i;
insert into track select i, 'Track ' || i, 1 + (i * 11) % 347, 1 + i % 5, 1 + (i * i) % 25, null,
  180000 + (i * 37) % 200000, 5000000 + i, case when i % 17 = 0 then 1.99 else 0.99 end from generate_series(1, 3503) i;
insert into playlist select i, 'Playlist ' || i from generate_series(1, 18) i;
insert into playlist_track select 1 + i % 18, 1 + (i / 18) * 7 % 3503 from generate_series(0, 8714) i on conflict do nothing;
insert into employee select i, 'Last ' || i, 'First ' || i, 'Sales', case when i > 1 then 1 end from generate_series(1, 8) i;
insert into customer select i, 'Given ' || i, 'Family ' || i, null, i || ' Main Street', 'City ' || i, null,
  (array['Brazil','Canada','France','Germany','India','Norway','USA'])[1 + (i * i) % 7], 'P' || i, null, null,
  'customer' || i || '@example.com', 3 + i % 3 from generate_series(1, 59) i;
insert into invoice select i, 1 + (i * 5) % 59, timestamp '2025-01-01' + i * interval '1 day',
  (select country from customer where customer_id = 1 + (i * 5) % 59), 0 from generate_series(1, 412) i;
insert into invoice_line select i, 1 + (i * 13) % 412, 1 + (i * 3) % 3000, 0.99, 1 from generate_series(1, 2240) i;
update invoice set total = (select coalesce(sum(unit_price * quantity), 0) from invoice_line l where l.invoice_id = invoice.invoice_id);
`;

const events = (rows: number) => `
create table events as select i as event_id, timestamp '2026-01-01' + i * interval '2 seconds' as happened_at,
  (array['view','view','view','search','cart','purchase'])[1 + i % 6] as kind, 1 + (i::bigint * 7919) % 50000 as visitor_id,
  jsonb_build_object('page', '/product/' || i % 500, 'ms', i % 900) as payload from generate_series(1, ${rows}) i;
alter table events add primary key (event_id);
`;

/** Two databases: `music` for the tasks, `archive` for the one that needs a second connection. */
export async function fill(server: ServerAddress, rows: number): Promise<void> {
  await run(server, 'postgres', ['create database music', 'create database archive']);
  await run(server, 'music', [music, events(rows), 'vacuum analyze']);
  await run(server, 'archive', [
    'create table invoice as select i as invoice_id from generate_series(1, 137) i',
  ]);
}

async function run(server: ServerAddress, database: string, statements: readonly string[]): Promise<void> {
  const client = await connect(server, database);
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

async function connect({ host, port, user, password }: ServerAddress, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user, password, database });
  await client.connect();
  return client;
}

/** The facts that an answer must contain: the cells of a query that bypasses the servers under test. */
export async function factsOf(server: ServerAddress, sql: string): Promise<readonly string[]> {
  const client = await connect(server, 'music');
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.flat().map(String);
  } finally {
    await client.end();
  }
}
