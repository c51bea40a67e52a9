import type { Tier } from '../conclude.ts';
import { readAlembic } from './alembic.ts';
import { readComposeDatabases } from './compose.ts';
import { readAdonis, readStrapi } from './config-database.ts';
import { readConfigYaml } from './config-yaml.ts';
import { readDdev } from './ddev.ts';
import { readDevdbrc } from './devdbrc.ts';
import { readDjango } from './django.ts';
import { readDotnet } from './dotnet.ts';
import { readDrizzle } from './drizzle.ts';
import { readEnvFiles, readOtherVariables } from './env-files.ts';
import { readKnex } from './knex.ts';
import { readLaravel } from './laravel.ts';
import { readMikroOrm } from './mikro-orm.ts';
import { readNodeConfig } from './node-config.ts';
import { readPhoenix } from './phoenix.ts';
import { readPrisma } from './prisma.ts';
import { readRails } from './rails.ts';
import { readSequelize } from './sequelize.ts';
import type { Source } from './source.ts';
import { readSpring } from './spring.ts';
import { readSqlalchemy } from './sqlalchemy.ts';
import { readSqliteFiles } from './sqlite-files.ts';
import { readSupabase } from './supabase.ts';
import { readSymfony } from './symfony.ts';
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
  { name: 'mikro-orm', tier: 'declared', read: readMikroOrm },
  { name: 'strapi', tier: 'declared', read: readStrapi },
  { name: 'adonis', tier: 'declared', read: readAdonis },
  { name: 'sequelize', tier: 'declared', read: readSequelize },
  { name: 'node-config', tier: 'declared', read: readNodeConfig },
  { name: 'laravel', tier: 'declared', read: readLaravel },
  { name: 'symfony', tier: 'declared', read: readSymfony },
  { name: 'phoenix', tier: 'declared', read: readPhoenix },
  { name: 'spring', tier: 'declared', read: readSpring },
  { name: 'dotnet', tier: 'declared', rootOnly: true, read: readDotnet },
  { name: 'sqlalchemy', tier: 'declared', read: readSqlalchemy },
  { name: 'alembic', tier: 'declared', read: readAlembic },
  { name: 'variables', tier: 'inferred', read: readOtherVariables },
  { name: 'config', tier: 'inferred', read: readConfigYaml },
  { name: 'supabase', tier: 'inferred', read: readSupabase },
  { name: 'ddev', tier: 'inferred', read: readDdev },
  { name: 'compose', tier: 'containers', read: readComposeDatabases },
  { name: 'sqlite', tier: 'files', rootOnly: true, read: readSqliteFiles },
];
