import type { Tier } from '../conclude.ts';
import { readComposeDatabases } from './compose.ts';
import { readDevdbrc } from './devdbrc.ts';
import { readDjango } from './django.ts';
import { readDrizzle } from './drizzle.ts';
import { readEnvFiles } from './env-files.ts';
import { readKnex } from './knex.ts';
import { readPrisma } from './prisma.ts';
import { readRails } from './rails.ts';
import type { Source } from './source.ts';
import { readSpring } from './spring.ts';
import { readSqliteFiles } from './sqlite-files.ts';
import { readTypeorm } from './typeorm.ts';

export interface RegisteredSource {
  readonly name: string;
  readonly tier: Tier;
  /** It looks into the folders of the project by itself. */
  readonly rootOnly?: boolean;
  readonly read: Source;
}

/** Within a tier and a folder, by precedence. */
export const SOURCES: readonly RegisteredSource[] = [
  { name: 'devdbrc', tier: 'explicit', rootOnly: true, read: readDevdbrc },
  { name: 'env', tier: 'declared', read: readEnvFiles },
  { name: 'prisma', tier: 'declared', read: readPrisma },
  { name: 'rails', tier: 'declared', read: readRails },
  { name: 'django', tier: 'declared', read: readDjango },
  { name: 'drizzle', tier: 'declared', read: readDrizzle },
  { name: 'knex', tier: 'declared', read: readKnex },
  { name: 'typeorm', tier: 'declared', read: readTypeorm },
  { name: 'spring', tier: 'declared', read: readSpring },
  { name: 'compose', tier: 'containers', read: readComposeDatabases },
  { name: 'sqlite', tier: 'files', rootOnly: true, read: readSqliteFiles },
];
