import { judge, readExpectedFailures, type Verdict } from './expectations.ts';
import { createFixture } from './fixture.ts';
import { serveBehindGateway } from './gateway.ts';
import { reasons, summary, table } from './report.ts';
import { type ServedFixture, serveFixture } from './serve.ts';
import { installSuite, runRequirements, type ScenarioResult, type Suite } from './suite.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];

interface Road {
  readonly name: string;
  readonly serve: () => Promise<ServedFixture>;
}

/** The fixture must pass directly and behind a gateway, with the same expected failures. */
const roads: readonly Road[] = [
  { name: 'direct', serve: serveOnce },
  { name: 'behind a gateway', serve: async () => serveBehindGateway(await serveOnce()) },
];

const suite = await installSuite().catch(skipOutsideCi);
if (suite) await run(suite);

/** Without the npm registry the suite is skipped locally and fails in CI. */
function skipOutsideCi(reason: unknown): undefined {
  if (process.env.CI === 'true') throw reason;
  const [why] = String(reason).split('\n');
  console.log(`skipped: the conformance suite could not be installed (${why})\n0 passed, 0 failed`);
}

function serveOnce(): Promise<ServedFixture> {
  return serveFixture(createFixture());
}

async function run(suite: Suite): Promise<void> {
  const expectedFailures = await readExpectedFailures(new URL('expected-failures.json', import.meta.url));
  const verdicts: Verdict[] = [];
  for (const { name, serve } of roads)
    for (const revision of REVISIONS) {
      const results = await runAgainst(suite, revision, await serve());
      console.log(`${table(`${revision}, ${name}`, results)}\n`);
      verdicts.push(judge(revision, results, expectedFailures));
    }
  console.log(`${reasons(expectedFailures)}\n`);
  console.log(summary(verdicts));
  if (verdicts.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}

async function runAgainst(suite: Suite, revision: string, served: ServedFixture): Promise<ScenarioResult[]> {
  try {
    return await runRequirements(suite, revision, served.url);
  } finally {
    await served.close();
  }
}
