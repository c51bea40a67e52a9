import type { Dependencies, FunctionName, ObjectName } from '../../../guard/guard.ts';

/** Gathers what a statement leans on, each name once. */
export class DependencyList {
  readonly #functions = new Map<string, FunctionName>();
  readonly #relations = new Map<string, ObjectName>();
  readonly #operators = new Map<string, ObjectName>();
  readonly #types = new Map<string, ObjectName>();
  readonly #fields = new Set<string>();

  addFunction(name: FunctionName): void {
    this.#functions.set(keyOf(name), name);
  }

  addRelation(name: ObjectName): void {
    this.#relations.set(keyOf(name), name);
  }

  addOperator(name: ObjectName): void {
    this.#operators.set(keyOf(name), name);
  }

  addType(name: ObjectName): void {
    this.#types.set(keyOf(name), name);
  }

  addField(name: string): void {
    this.#fields.add(name);
  }

  addAll(others: Dependencies): void {
    for (const name of others.functions) this.addFunction(name);
    for (const name of others.relations) this.addRelation(name);
    for (const name of others.operators) this.addOperator(name);
    for (const name of others.types) this.addType(name);
    for (const name of others.fields) this.addField(name);
  }

  /** Nothing when the statement leans on nothing but its own text. */
  get(): Dependencies | undefined {
    const found = {
      functions: [...this.#functions.values()],
      relations: [...this.#relations.values()],
      operators: [...this.#operators.values()],
      types: [...this.#types.values()],
      fields: [...this.#fields],
    };
    return Object.values(found).some((list) => list.length > 0) ? found : undefined;
  }
}

function keyOf({ schema, name, argumentCount }: FunctionName): string {
  return JSON.stringify([schema, name, argumentCount]);
}
