import { dependingOn, type ObjectName, READS, type Reading } from '../../../guard/guard.ts';

/** Names without a schema in the definition of a view or a function are in the schema of that object. */
export function withinSchema({ dependsOn }: Reading, schema: string): Reading {
  const qualified = <T extends ObjectName>(names: readonly T[] = []) =>
    names.map((name) => ({ schema, ...name }));
  return dependingOn(READS, {
    functions: qualified(dependsOn?.functions),
    relations: qualified(dependsOn?.relations),
  });
}
