import { startMariadb } from '../../../../../../test/engines/mariadb.ts';
import { startMysql } from '../../../../../../test/engines/mysql.ts';
import { sharedAttacks } from '../../../testing/attacks/cases.ts';
import { describeAttacks } from '../../../testing/attacks/suite.ts';
import { ATTACKS } from '../testing/attack-cases.ts';
import { mysqlAttackFixture } from '../testing/attack-fixture.ts';

const attacks = [...sharedAttacks.mysql, ...ATTACKS];

describeAttacks('MariaDB', () => mysqlAttackFixture(startMariadb, { sequences: true }), attacks);
describeAttacks('MySQL', () => mysqlAttackFixture(startMysql, { sequences: false }), attacks);
