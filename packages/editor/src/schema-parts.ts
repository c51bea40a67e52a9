import type * as z from 'zod';

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Of the parameters in these sets, exactly those of one set must be given. */
export function exactlyOneOf(sets: readonly (readonly string[])[]) {
  const members = new Set(sets.flat());
  const choices = sets.map((set) => set.join(' and ') || 'none of them');
  return (input: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    const given = [...members].filter((name) => input[name] !== undefined);
    if (sets.some((set) => set.length === given.length && set.every((name) => given.includes(name)))) return;
    const had = given.join(' and ') || 'none of them';
    context.addIssue({
      code: 'custom',
      message: `expected one of: ${choices.join('; ')} (given: ${had})`,
    });
  };
}
