import type { Draft } from '../found.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { Variables } from '../variables.ts';

export interface SourceContext {
  readonly files: ProjectFiles;
  readonly variables: Variables;
}

/** One kind of file that may name a database. Reads, and never runs anything of the project. */
export type Source = (context: SourceContext) => Promise<readonly Draft[]>;
