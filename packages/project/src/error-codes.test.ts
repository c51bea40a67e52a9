import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { projectErrors } from './errors.ts';
import { approveProject } from './review.ts';
import { projectOf } from './testing/fixture-project.ts';
import { connectProject, openProject } from './testing/open-project.ts';

const ELSEWHERE = { '.env': 'DATABASE_URL=postgres://me@db.test/shop\n' };

type Code = keyof typeof projectErrors.table;

const refusal = z.object({ error: z.object({ code: z.string(), details: z.unknown().optional() }) });

async function asked(projectRoot: string, stateRoot = tempFolder()) {
  const { call } = await connectProject(stateRoot);
  const { structured } = await call('get-tables', { projectRoot });
  return refusal.parse(structured).error;
}

/** Nothing listens at port 1. */
async function databaseIsDown(): Promise<string> {
  const stateRoot = tempFolder();
  const projectRoot = projectOf({ '.molehill.json': '{"database": "postgres://me@127.0.0.1:1/shop"}' });
  await openProject(projectRoot, stateRoot);
  const { code, details } = await asked(projectRoot, stateRoot);
  expect(details).toMatchObject({ code: 'E_CONNECT_FAILED' });
  return code;
}

/** The host's own code; clients of the tools get E_PROJECT_DATABASE. */
async function nothingNamesOne(): Promise<string> {
  const { url, token } = await openProject(tempFolder(), tempFolder());
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(new URL('/tables', url), { headers });
  return z.object({ code: z.string() }).parse(await response.json()).code;
}

const provocations = {
  E_PROJECT_ROOT: async () => (await asked('shop')).code,
  E_PROJECT_NOT_RUNNING: async () => (await asked(tempFolder())).code,
  E_PROJECT_DATABASE: databaseIsDown,
  E_PROJECT_APPROVAL: async () => {
    const stateRoot = tempFolder();
    const projectRoot = projectOf(ELSEWHERE);
    await openProject(projectRoot, stateRoot);
    return (await asked(projectRoot, stateRoot)).code;
  },
  E_PROJECT_OUTDATED: async () => {
    const options = { projectRoot: projectOf(ELSEWHERE), stateRoot: tempFolder(), env: {} };
    const refused = await approveProject(options, 'other').catch((error: unknown) => error);
    return z.object({ code: z.string() }).parse(refused).code;
  },
  E_NO_DATABASE: nothingNamesOne,
} satisfies Record<Code, () => Promise<string>>;

test.each(Object.entries(provocations))('%s is reached', async (code, provoke) => {
  expect(await provoke()).toBe(code);
});
