import { testFuzz } from '../../../testing/fuzz/suite.ts';
import { postgresAttackFixture } from '../testing/attack-fixture.ts';
import { statement } from '../testing/fuzz-statements.ts';

testFuzz('postgres', postgresAttackFixture, statement);
