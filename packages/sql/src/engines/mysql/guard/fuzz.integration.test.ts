import { startMariadb } from '../../../../../../test/engines/mariadb.ts';
import { startMysql } from '../../../../../../test/engines/mysql.ts';
import { testFuzz } from '../../../testing/fuzz/suite.ts';
import { mysqlAttackFixture } from '../testing/attack-fixture.ts';
import { statement } from '../testing/fuzz-statements.ts';

testFuzz('mariadb', () => mysqlAttackFixture(startMariadb, { sequences: true }), statement);
testFuzz('mysql', () => mysqlAttackFixture(startMysql, { sequences: false }), statement);
