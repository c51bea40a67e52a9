import type { Dependencies, FunctionName, ObjectName } from '../../../guard/guard.ts';

/** Collects the dependencies of a statement, each name once. */
export class DependencyList {
  readonly functions = new Names<FunctionName>();
  readonly relations = new Names<ObjectName>();
  readonly operators = new Names<ObjectName>();
  readonly types = new Names<ObjectName>();
  readonly fields = new Names<string>();

  addAll(others: Dependencies): void {
    this.functions.add(...others.functions);
    this.relations.add(...others.relations);
    this.operators.add(...others.operators);
    this.types.add(...others.types);
    this.fields.add(...others.fields);
  }

  /** Undefined when there are none. */
  get(): Dependencies | undefined {
    const found = {
      functions: this.functions.all,
      relations: this.relations.all,
      operators: this.operators.all,
      types: this.types.all,
      fields: this.fields.all,
    };
    return Object.values(found).some((list) => list.length > 0) ? found : undefined;
  }
}

class Names<T extends string | FunctionName> {
  readonly #names = new Map<string, T>();

  add(...names: readonly T[]): void {
    for (const name of names) this.#names.set(JSON.stringify(name), name);
  }

  get all(): readonly T[] {
    return [...this.#names.values()];
  }
}
