import { describeAnyInput } from './testing/any-input.ts';
import { createFixtureServer } from './testing/fixture-server.ts';
import { describeServerContract } from './testing/server-contract.ts';

const { server } = createFixtureServer();

describeServerContract(server);
describeAnyInput(server);
