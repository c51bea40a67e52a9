import { jsonBytes, type ShownVariable, type ShowOptions, show, type Tree } from './variable-tree.ts';

export interface TreeScope {
  readonly name: string;
  readonly trees: readonly Tree[];
  /** Variables of the scope, where not all are in `trees`. */
  readonly total?: number;
  readonly hidden?: number;
}

export interface ShownScope {
  name: string;
  variables: ShownVariable[];
  total?: number;
  hidden?: number;
}

export interface Fitted<T> {
  readonly shown: T;
  /** What was dropped, in the words of the answer. */
  readonly dropped: readonly string[];
}

/** Values shorter than this say nothing. */
const SHORTEST_VALUE = 16;

/** Shows scopes within a number of bytes: first whole, then with shorter values, then names, then counts. */
export function fitScopes(
  scopes: readonly TreeScope[],
  bytes: number,
  options: ShowOptions,
): Fitted<ShownScope[]> {
  for (const choice of choices(options)) {
    const shown = scopes.map((scope) => showScope(scope, choice.options));
    if (jsonBytes(shown) <= bytes) return { shown, dropped: choice.dropped };
  }
  return fitNames(scopes, bytes, options);
}

/** Shows variables within a number of bytes: first whole, then with shorter values, then fewer. */
export function fitVariables(
  trees: readonly Tree[],
  bytes: number,
  options: ShowOptions,
): Fitted<ShownVariable[]> {
  const all = choices({ ...options, namesOnly: false });
  for (const choice of all) {
    const shown = trees.map((tree) => show(tree, choice.options));
    if (jsonBytes(shown) <= bytes) return { shown, dropped: choice.dropped };
  }
  const last = { ...options, valueChars: SHORTEST_VALUE };
  const shown = takeFitting(trees, bytes - '[]'.length, (tree) => show({ node: tree.node }, last));
  return {
    shown,
    dropped: [...(all.at(-1)?.dropped ?? []), `${trees.length - shown.length} of ${trees.length} variables`],
  };
}

interface Choice {
  readonly options: ShowOptions;
  readonly dropped: readonly string[];
}

function choices(options: ShowOptions): Choice[] {
  const first: Choice = { options, dropped: [] };
  if (options.namesOnly) return [first];
  const shorter: Choice[] = [];
  for (
    let chars = Math.floor(options.valueChars / 2);
    chars >= SHORTEST_VALUE;
    chars = Math.floor(chars / 2)
  ) {
    const dropped = [`values beyond ${chars} characters`];
    shorter.push({ options: { ...options, valueChars: chars }, dropped });
  }
  return [first, ...shorter];
}

function showScope({ name, trees, total, hidden }: TreeScope, options: ShowOptions): ShownScope {
  const variables = trees.map((tree) => show(tree, options));
  return scopeOf(name, variables, total, hidden);
}

function scopeOf(
  name: string,
  variables: ShownVariable[],
  total: number | undefined,
  hidden: number | undefined,
): ShownScope {
  return {
    name,
    variables,
    ...(total === undefined || total === variables.length ? {} : { total }),
    ...(hidden ? { hidden } : {}),
  };
}

/** Names only, as many as fit; each scope keeps its count. */
function fitNames(scopes: readonly TreeScope[], bytes: number, options: ShowOptions): Fitted<ShownScope[]> {
  const counts = scopes.map(({ name, trees, total, hidden }) =>
    scopeOf(name, [], total ?? trees.length, hidden),
  );
  let left = bytes - jsonBytes(counts);
  let omitted = 0;
  const shown = scopes.map(({ trees }, index): ShownScope => {
    const scope = counts[index] ?? { name: '', variables: [] };
    const names = takeFitting(trees, left, (tree) => show(tree, { ...options, namesOnly: true }));
    left -= jsonBytes(names);
    omitted += trees.length - names.length;
    return { ...scope, variables: names };
  });
  const dropped = ['values', ...(omitted > 0 ? [`${omitted} names`] : [])];
  return jsonBytes(shown) <= bytes ? { shown, dropped } : fitCounts(counts, bytes, omitted);
}

/** Where even the names of the scopes are too long, as many counts as fit. */
function fitCounts(counts: readonly ShownScope[], bytes: number, omitted: number): Fitted<ShownScope[]> {
  const shown = takeFitting(counts, bytes - '[]'.length, (scope) => scope);
  return { shown, dropped: ['values', `${omitted} names`, `${counts.length - shown.length} scopes`] };
}

function takeFitting<T, S>(items: readonly T[], bytes: number, render: (item: T) => S): S[] {
  const kept: S[] = [];
  let left = bytes;
  for (const item of items) {
    const shown = render(item);
    left -= jsonBytes(shown) + 1;
    if (left < 0) break;
    kept.push(shown);
  }
  return kept;
}
