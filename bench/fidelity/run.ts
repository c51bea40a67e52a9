import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { differences, normalise } from './compare.ts';
import { everythingScenarios, type Scenario } from './everything.ts';
import { fixtureScenarios } from './fixture.ts';
import { openDirect, openThrough } from './reach.ts';
import { type Era, everyCapability, openSession, type Session } from './session.ts';
import type { Route, Subject } from './subject.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const everything = {
  id: 'everything',
  script: createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  scenarios: everythingScenarios,
  eras: ['legacy'],
  capabilities: everyCapability,
} as const;
const fixture = {
  id: 'fixture',
  transport: 'stdio',
  script: here('./fixture-server.ts'),
  scenarios: fixtureScenarios,
  eras: ['legacy', 'modern'],
  capabilities: everyCapability,
} as const;
const withoutAbilities = ['introduction', 'tools/list', 'text', 'progress', 'unknown tool', 'resources/list'];

export const subjects: readonly Subject[] = [
  { ...everything, name: 'server-everything', transport: 'stdio', args: ['stdio'] },
  {
    ...everything,
    name: 'server-everything over HTTP',
    transport: 'http',
    args: ['streamableHttp'],
    routes: ({ frontend, among }) => frontend === 'stdio' && !among,
  },
  {
    ...everything,
    name: 'server-everything for a client that can do nothing',
    transport: 'stdio',
    args: ['stdio'],
    capabilities: {},
    scenarios: everythingScenarios.filter(({ name }) => withoutAbilities.includes(name)),
    // A 2026 client declares its capabilities with each request, after such a server has asked for them.
    routes: ({ era, among }) => era === 'legacy' && !among,
  },
  { ...fixture, name: 'a server of both eras', args: [] },
];

export const routes: readonly Route[] = [
  { name: 'stdio, 2025', frontend: 'stdio', era: 'legacy' },
  { name: 'stdio, 2026', frontend: 'stdio', era: 'modern' },
  { name: 'http, 2025', frontend: 'http', era: 'legacy' },
  { name: 'http, 2026', frontend: 'http', era: 'modern' },
  { name: 'among others, stdio, 2025', frontend: 'stdio', era: 'legacy', among: true },
  { name: 'among others, http, 2026', frontend: 'http', era: 'modern', among: true },
];

/** The other servers on a route with several. */
const neighbours: readonly Subject[] = subjects.filter(
  ({ name }) => name === 'server-everything' || name === 'a server of both eras',
);

export interface Verdict {
  readonly subject: string;
  readonly scenario: string;
  readonly route: string;
  /** Undefined where the scenario does not apply. */
  readonly differences?: readonly string[];
}

type Observations = ReadonlyMap<string, unknown>;

/** Compares what a client sees directly and through the gateway, feature by feature. */
export async function compareSubject(subject: Subject, through: readonly Route[]): Promise<Verdict[]> {
  const direct = new Map<Era, Observations>();
  for (const era of subject.eras) direct.set(era, await observeDirectly(subject, era));
  const verdicts: Verdict[] = [];
  for (const route of through.filter(subject.routes ?? (() => true))) {
    const baseline = direct.get(route.era) ?? direct.get('legacy') ?? new Map();
    const observed = await observeThrough(subject, route);
    const sides = { baseline, observed, acrossEras: !direct.has(route.era) };
    for (const { name } of subject.scenarios) verdicts.push(verdictOf(subject, name, route, sides));
  }
  return verdicts;
}

interface Sides {
  readonly baseline: Observations;
  readonly observed: Observations;
  readonly acrossEras: boolean;
}

function verdictOf(subject: Subject, scenario: string, route: Route, sides: Sides): Verdict {
  const { baseline, observed, acrossEras } = sides;
  const found = { subject: subject.name, scenario, route: route.name };
  if (!observed.has(scenario)) return found;
  const direct = baseline.has(scenario) ? baseline.get(scenario) : ownExpectation(scenario);
  if (wasMissed(direct)) return { ...found, differences: ['it could not be observed directly'] };
  return {
    ...found,
    differences: differences(
      normalise(direct, { prefix: '', acrossEras }),
      normalise(observed.get(scenario), { prefix: prefixOf(subject, route), acrossEras }),
    ),
  };
}

/** Two failed observations are never equal. */
function wasMissed(direct: unknown): boolean {
  const seen = JSON.stringify(direct) ?? '';
  return seen === '' || seen.includes('nothing was heard') || seen.startsWith('{"threw"');
}

function prefixOf({ id }: Subject, { among }: Route): string {
  return among ? `${id}__` : '';
}

/** What a 2026 client must see of a server that it can reach only through a gateway. */
function ownExpectation(scenario: string): unknown {
  const uri = 'demo://resource/dynamic/text/7';
  if (scenario === 'resource listening')
    return { update: { method: 'notifications/resources/updated', params: { uri } } };
  return undefined;
}

async function observe(subject: Subject, session: Session, route?: Route): Promise<Observations> {
  const seen = new Map<string, unknown>();
  const applies = ({ era, alone }: Scenario) =>
    (era === undefined || era === session.era) && !(alone && route?.among);
  for (const scenario of subject.scenarios.filter(applies))
    seen.set(scenario.name, await scenario.run(session).catch((error) => ({ threw: String(error) })));
  return seen;
}

async function observeDirectly(subject: Subject, era: Era): Promise<Observations> {
  const reached = await openDirect(subject);
  try {
    const session = await openSession(reached.transport, era, '', subject.capabilities);
    return await observe(subject, session).finally(() => session.client.close());
  } finally {
    await reached.close();
  }
}

async function observeThrough(subject: Subject, route: Route): Promise<Observations> {
  const reached = await openThrough(route.among ? neighbours : [subject], route);
  try {
    const prefix = prefixOf(subject, route);
    const session = await openSession(reached.transport, route.era, prefix, subject.capabilities);
    return await observe(subject, session, route).finally(() => session.client.close());
  } finally {
    await reached.close();
  }
}
