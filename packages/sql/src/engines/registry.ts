import type { Dialect, EngineType } from './engine.ts';

/** Needed before a dialect is loaded: a tunnel wants to know where to. */
export const defaultPorts: Readonly<Record<EngineType, number | undefined>> = {
  postgres: 5432,
  mysql: 3306,
  sqlite: undefined,
};

/** An engine costs nothing until a connection of its type is used. */
const load: Readonly<Record<EngineType, () => Promise<Dialect>>> = {
  postgres: () => import('./postgres/dialect.ts').then((module) => module.postgresDialect),
  mysql: () => import('./mysql/dialect.ts').then((module) => module.mysqlDialect),
  sqlite: () => import('./sqlite/dialect.ts').then((module) => module.sqliteDialect),
};

export function loadDialect(type: EngineType): Promise<Dialect> {
  return load[type]();
}
