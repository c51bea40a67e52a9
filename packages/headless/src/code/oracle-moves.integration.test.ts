import { expect, test } from 'vitest';
import {
  type TypescriptPackage,
  writeTypescriptProject,
} from '../../../../test/engines/typescript-project.ts';
import { openPackageClient } from '../testing/code/package-client.ts';
import { compilerErrors, knownErrors } from '../testing/code/typescript-projects.ts';

/** The compiler shares the machine with other tests. */
const LIMIT = { timeout: 240_000 };

interface Moves {
  readonly name: TypescriptPackage;
  /** Those of one line are one call. */
  readonly calls: readonly (readonly { readonly from: string; readonly to: string }[])[];
}

const packages: readonly Moves[] = [
  {
    name: 'rxjs',
    calls: [
      [{ from: 'src/internal/util/noop.ts', to: 'src/internal/util/nothing.ts' }],
      [{ from: 'src/internal/Observable.ts', to: 'src/internal/core/Observable.ts' }],
      [{ from: 'src/internal/types.ts', to: 'src/types.ts' }],
      [{ from: 'src/internal/operators/map.ts', to: 'src/internal/map.ts' }],
      // The one imports the other.
      [
        { from: 'src/internal/Subscriber.ts', to: 'src/internal/core/Subscriber.ts' },
        { from: 'src/internal/Subscription.ts', to: 'src/internal/Subscriptions.ts' },
      ],
      [{ from: 'src/internal/util', to: 'src/internal/helpers' }],
    ],
  },
  {
    name: 'effect',
    calls: [
      [{ from: 'src/Function.ts', to: 'src/core/Function.ts' }],
      [{ from: 'src/Equal.ts', to: 'src/core/Equal.ts' }],
      [{ from: 'src/Hash.ts', to: 'src/core/Hash.ts' }],
      [{ from: 'src/Chunk.ts', to: 'src/Chunks.ts' }],
      // Other files augment it.
      [{ from: 'src/Option.ts', to: 'src/core/Option.ts' }],
      [{ from: 'src/internal/stm', to: 'src/transactions/internal' }],
    ],
  },
];

test.for(packages)(
  'moves of files and a folder leave $name without a new error',
  LIMIT,
  async (given, { skip }) => {
    const client = openPackageClient();
    if (!(await writeTypescriptProject(given.name, client.folder))) return skip();
    for (const moves of given.calls) {
      const answer = await client.call('rename_file', { moves });
      expect(answer.importsUpdated).toBe(true);
      expect(answer.totalEdits).toBeGreaterThan(1);
    }
    expect(await compilerErrors(client.folder)).toEqual(knownErrors[given.name]);
  },
);
