import { createFixtureServer } from '@molehill/core/testing/fixture-server';
import { describeAnyInput } from './testing/any-input.ts';
import { describeServerContract } from './testing/server-contract.ts';

const { server } = createFixtureServer();

describeServerContract(server);
describeAnyInput(server);
