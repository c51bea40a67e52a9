import { sharedAttacks } from '../../../testing/attacks/cases.ts';
import { describeAttacks } from '../../../testing/attacks/suite.ts';
import { ATTACKS } from '../testing/attack-cases.ts';
import { postgresAttackFixture } from '../testing/attack-fixture.ts';

describeAttacks('PostgreSQL', postgresAttackFixture, [...sharedAttacks.postgres, ...ATTACKS]);
