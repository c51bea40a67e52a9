import { canonicalRoot } from '@molehill/bridge/ports';
import { stateDirectory } from '@molehill/core/paths';
import type { ReviewOptions } from '@molehill/project/review';

/** The project as `molehill up` in its folder would see it. */
export async function reviewOptions(workspace: string): Promise<ReviewOptions> {
  const { env } = process;
  return { projectRoot: await canonicalRoot(workspace), stateRoot: stateDirectory(env), env };
}
