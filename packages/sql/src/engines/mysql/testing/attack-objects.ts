/** Names of stored functions that some server has as keywords or built-in functions. */
const FAMILIAR_NAMES = [
  ...[
    'now',
    'count',
    'if',
    'left',
    'row',
    'any',
    'some',
    'do',
    'end',
    'over',
    'rows',
    'window',
    'offset',
    'except',
  ],
  ...[
    'json_extract',
    'any_value',
    'regexp_replace',
    'uuid_to_bin',
    'chr',
    'nvl',
    'median',
    'text',
    'area',
    '1e5',
  ],
];

/** What the attacks name. A file is the only effect of a function that outlives a READ ONLY transaction. */
export function objectsOfAttacks(folder: string): readonly string[] {
  const writesFile = (name: string) => `BEGIN SELECT 1 INTO OUTFILE '${folder}/${name}'; RETURN 1; END`;
  return [
    'CREATE TABLE users (id bigint PRIMARY KEY, name varchar(50)) ENGINE = InnoDB',
    "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
    "CREATE VIEW lock_view AS SELECT GET_LOCK('a', 0) AS x",
    `CREATE FUNCTION mark() RETURNS int ${writesFile('mark')}`,
    'CREATE VIEW mark_view AS SELECT mark() AS x',
    'CREATE VIEW nested_view AS SELECT x FROM mark_view',
    'CREATE VIEW `1e5` AS SELECT mark() AS x',
    "CREATE FUNCTION path() RETURNS int RETURN GET_LOCK('a', 0)",
    'CREATE FUNCTION indirect() RETURNS int RETURN path()',
    'CREATE FUNCTION wr() RETURNS int BEGIN DELETE FROM users; RETURN 1; END',
    'CREATE FUNCTION wr_list() RETURNS int BEGIN UPDATE (users) SET name = NULL; RETURN 1; END',
    `CREATE FUNCTION bad() RETURNS int ${writesFile('bad')}`,
    'CREATE FUNCTION sees_view() RETURNS int RETURN (SELECT x FROM lock_view)',
    'CREATE FUNCTION sees_mark() RETURNS int READS SQL DATA RETURN (SELECT MAX(x) FROM users, .mark_view)',
    `CREATE FUNCTION opens_cursor() RETURNS int READS SQL DATA
     BEGIN DECLARE v int; DECLARE c CURSOR FOR SELECT x FROM nested_view; OPEN c; FETCH c INTO v; RETURN v; END`,
    `CREATE FUNCTION sets_global() RETURNS int
     BEGIN DECLARE v int; SET v = 1, @@global.max_connections = @@global.max_connections + 1; RETURN v; END`,
    'CREATE FUNCTION sets_variable() RETURNS int BEGIN DECLARE v int; SET v = 1, @a = 5; RETURN v; END',
    `CREATE FUNCTION sees_after_variable() RETURNS int READS SQL DATA
     RETURN (SELECT MAX(m.x) FROM users a JOIN users b ON @limit IS NULL, mark_view m)`,
    ...FAMILIAR_NAMES.map((name) => `CREATE FUNCTION \`${name}\`() RETURNS int ${writesFile(`fn_${name}`)}`),
  ];
}
