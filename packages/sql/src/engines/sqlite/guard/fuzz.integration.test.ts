import { testFuzz } from '../../../testing/fuzz/suite.ts';
import { sqliteAttackFixture } from '../testing/attack-fixture.ts';
import { statement } from '../testing/fuzz-statements.ts';

testFuzz('sqlite', () => sqliteAttackFixture('wal'), statement);
