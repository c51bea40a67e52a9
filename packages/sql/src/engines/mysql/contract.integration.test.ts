import { describe, test } from 'vitest';
import { sharedMariadb } from '../../../../../test/engines/mariadb.ts';
import { sharedMysql } from '../../../../../test/engines/mysql.ts';
import { describeDialectContract } from '../../testing/dialect-contract.ts';
import { mysqlEngine } from '../../testing/scratch-database.ts';

const mariadb = await sharedMariadb();
const mysql = await sharedMysql();

describe('MariaDB', () => {
  if (mariadb)
    describeDialectContract(`MariaDB ${mariadb.version}`, () => mysqlEngine(mariadb, { analyzes: true }));
  else test.skip('MariaDB cannot be had here', () => {});
});

describe('MySQL', () => {
  if (mysql) describeDialectContract(`MySQL ${mysql.version}`, () => mysqlEngine(mysql, { analyzes: false }));
  else test.skip('MySQL cannot be had here', () => {});
});
