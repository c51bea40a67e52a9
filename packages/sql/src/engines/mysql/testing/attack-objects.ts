/** What the attacks name. `mark()` writes a file; a lock is taken by `lock_view` and by functions that call GET_LOCK. */
export function objectsOfAttacks(folder: string): readonly string[] {
  const writesFile = (name: string) => `BEGIN SELECT 1 INTO OUTFILE '${folder}/${name}'; RETURN 1; END`;
  const takesLock = "RETURN GET_LOCK('a', 0)";
  return [
    'CREATE TABLE users (id bigint PRIMARY KEY, name varchar(50)) ENGINE = InnoDB',
    "INSERT INTO users VALUES (1, 'a'), (2, 'b')",
    "CREATE VIEW lock_view AS SELECT GET_LOCK('a', 0) AS x",
    `CREATE FUNCTION mark() RETURNS int ${writesFile('mark')}`,
    'CREATE VIEW mark_view AS SELECT mark() AS x',
    `CREATE FUNCTION path() RETURNS int ${takesLock}`,
    'CREATE FUNCTION indirect() RETURNS int RETURN path()',
    'CREATE FUNCTION wr() RETURNS int BEGIN DELETE FROM users; RETURN 1; END',
    `CREATE FUNCTION bad() RETURNS int ${writesFile('bad')}`,
    'CREATE FUNCTION sees_view() RETURNS int RETURN (SELECT x FROM lock_view)',
  ];
}
