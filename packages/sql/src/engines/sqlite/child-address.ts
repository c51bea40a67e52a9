/**
 * The entry file of the child process. Beside the bundle it is `sqlite-child.mjs`; from the sources it is `child.ts`, which a
 * Node that strips types runs as it is.
 */
export function childAddress(from: string = import.meta.url): URL {
  return new URL(from.endsWith('.ts') ? './child.ts' : './sqlite-child.mjs', from);
}
