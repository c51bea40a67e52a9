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
  const dialect = engine && (await builtInEngines.load(engine.type));
  const verdict = await dialect?.guard.judge(query);
  if (verdict?.reads) return { effect: 'reads' };
  const destruction = dialect ? destroys(query, dialect) : 'Unknown effect';
  const name = `the database of ${projectRoot}`;
  return {
    effect: destruction === undefined ? 'writes' : 'destroys',
    summary: question(`${destruction ?? 'Change'} in ${name}`, query),
    target: { name, folder: await canonicalRoot(projectRoot) },
  };
}
