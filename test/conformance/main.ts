import { judge, readExpectedFailures, type Verdict } from './expectations.ts';
import { createFixture } from './fixture.ts';
import { reasons, summary, table } from './report.ts';
import { serveFixture } from './serve.ts';
import { installSuite, runRequirements, type Suite } from './suite.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];

const suite = await installSuite().catch(skipOutsideCi);
if (suite) await run(suite);

/** Without a registry in reach there is no suite: a person may go on, a build may not. */
function skipOutsideCi(reason: unknown): undefined {
  if (process.env.CI === 'true') throw reason;
  const [why] = String(reason).split('\n');
  console.log(`skipped: the conformance suite could not be installed (${why})\n0 passed, 0 failed`);
}

async function run(suite: Suite): Promise<void> {
  const expectedFailures = await readExpectedFailures(new URL('expected-failures.json', import.meta.url));
  const verdicts: Verdict[] = [];
  for (const revision of REVISIONS) {
    const fixture = await serveFixture(createFixture());
    try {
      const results = await runRequirements(suite, revision, fixture.url);
      console.log(`${table(revision, results)}\n`);
      verdicts.push(judge(revision, results, expectedFailures));
    } finally {
      await fixture.close();
    }
  }
  console.log(`${reasons(expectedFailures)}\n`);
  console.log(summary(verdicts));
  if (verdicts.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}
