import { canonicalRoot } from '@molehill/bridge/ports';
import type { CallEffects } from '@molehill/core/effects';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { destroys } from 'dbmole-mcp/tools/destructive';
import { question } from 'dbmole-mcp/tools/statement';

/** What a statement would do to a project's database, by the guard of the engine with this driver. */
export async function statementEffects(
  query: string,
  driver: string,
  projectRoot: string,
): Promise<CallEffects> {
  const engine = builtInEngines.engines.find((candidate) => candidate.driver === driver);
  const verdict = engine && (await (await builtInEngines.load(engine.type)).guard.judge(query));
  if (verdict?.reads) return { effect: 'reads' };
  const destruction = engine ? destroys(query, engine.type) : 'Unknown effect';
  const name = `the database of ${projectRoot}`;
  return {
    effect: destruction === undefined ? 'writes' : 'destroys',
    summary: question(`${destruction ?? 'Change'} in ${name}`, query),
    target: { name, folder: await canonicalRoot(projectRoot) },
  };
}
