import { sharedAttacks } from '../../../testing/attacks/cases.ts';
import { describeAttacks } from '../../../testing/attacks/suite.ts';
import { ATTACKS } from '../testing/attack-cases.ts';
import { sqliteAttackFixture } from '../testing/attack-fixture.ts';

const attacks = [...sharedAttacks.sqlite, ...ATTACKS];

describeAttacks('SQLite', () => sqliteAttackFixture('delete'), attacks);
describeAttacks('SQLite in WAL mode', () => sqliteAttackFixture('wal'), attacks);
