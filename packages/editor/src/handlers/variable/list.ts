import type { EditorContext } from '../../context.ts';
import { presentValues } from '../../debug/changed-locals.ts';
import { fitScopes, type TreeScope } from '../../debug/fit-variables.ts';
import {
  type FrameScope,
  frameScopes,
  type StoppedFrame,
  scopesOfKind,
  stoppedFrame,
} from '../../debug/frame-scopes.ts';
import { patternOf } from '../../debug/pattern.ts';
import { growTrees, jsonBytes } from '../../debug/variable-tree.ts';
import { childrenOf, groupedVariables, type VariableNode } from '../../debug/variables.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['variable_list'];

/** Children of one variable; more come with its ref. */
const MOST_CHILDREN = 20;
/** Of one scope: the global one of a browser has a thousand. */
const MOST_VARIABLES = 10_000;

export const handle: Handler<'variable_list'> = async (input, context) => {
  const at = stoppedFrame(context, input);
  const scopes = scopesOfKind(await frameScopes(at, context.signal), input.scope, at.session.type);
  const read = await withPresentValues(at, await readScopes(at, scopes, input, context), context);
  const found = new Set(read.flatMap(({ nodes }) => nodes.map(({ name }) => bare(name))));
  const notFound = (input.names ?? []).filter((name) => !found.has(name));
  const frame = { scopes: [], ...(notFound.length === 0 ? {} : { notFound }), truncation: longestTruncation };
  const bytes = context.budget.dataLimit.bytes - jsonBytes(frame);
  const { grown, folded } = await growScopes(at, read, input, bytes, context);
  const options = { valueChars: input.valueChars, stopSeq: at.stop.seq, namesOnly: input.namesOnly };
  const { shown, dropped } = fitScopes(grown, bytes, options);
  const cut = [...foldedText(folded), ...dropped];
  return {
    scopes: shown.filter(({ variables, total }) => variables.length > 0 || total !== undefined),
    ...(notFound.length === 0 ? {} : { notFound }),
    ...(cut.length === 0 ? {} : { truncation: { dropped: cut, next: NEXT } }),
  };
};

const NEXT =
  'Pass {param:names}, or a larger {param:maxTokens}; {tool:variable_get} reads one variable by its ref or path.';
const longestTruncation = { dropped: ['x'.repeat(160)], next: NEXT };

interface ReadScope {
  readonly name: string;
  readonly nodes: readonly VariableNode[];
  readonly total: number;
  readonly hidden: number;
}

async function readScopes(
  at: StoppedFrame,
  scopes: readonly FrameScope[],
  input: Input,
  { signal }: EditorContext,
): Promise<ReadScope[]> {
  const filter = input.filter === undefined ? undefined : patternOf(input.filter, 'filter', 'i');
  const isWanted = ({ name }: VariableNode) =>
    (!input.names || input.names.includes(bare(name))) && (!filter || filter.test(name));
  return Promise.all(
    scopes.map(async ({ scope }) => {
      const container = { ref: scope.variablesReference };
      const window = { start: 0, count: MOST_VARIABLES, kind: 'all' as const };
      const { nodes, hidden } = await childrenOf(at.session, container, window, signal);
      const all =
        input.names || filter
          ? [...nodes, ...(await groupedVariables(at.session, container, signal))]
          : nodes;
      const wanted = all.filter(isWanted).filter((node) => input.names || isUseful(node));
      return { name: scope.name, nodes: wanted.slice(0, input.limit), total: wanted.length, hidden };
    }),
  );
}

async function withPresentValues(at: StoppedFrame, scopes: readonly ReadScope[], { signal }: EditorContext) {
  const inner = new Set<string>();
  const present: ReadScope[] = [];
  for (const scope of scopes) {
    present.push({ ...scope, nodes: await presentValues(at, scope.nodes, new Set(inner), signal) });
    for (const { name } of scope.nodes) inner.add(name);
  }
  return present;
}

/** js-debug lists `this` in each block; the global object alone would fill the answer. */
function isUseful({ name, value }: VariableNode): boolean {
  return name !== 'this' || !['undefined', 'global', 'Window'].includes(value);
}

function bare(name: string): string {
  return name.replace(/^['"]|['"]$/g, '');
}

async function growScopes(
  { session, stop }: StoppedFrame,
  scopes: readonly ReadScope[],
  { depth, valueChars, namesOnly }: Input,
  bytes: number,
  { signal }: EditorContext,
) {
  const grown: TreeScope[] = [];
  const folded: string[] = [];
  let left = bytes;
  for (const { name, nodes, total, hidden } of scopes) {
    const trees = await growTrees(nodes, {
      depth: namesOnly ? 0 : depth,
      childLimit: MOST_CHILDREN,
      valueChars,
      bytes: left,
      stopSeq: stop.seq,
      expand: (node, count) => childrenOf(session, node, { start: 0, count, kind: 'all' }, signal),
    });
    folded.push(...trees.folded);
    left -= trees.bytes;
    grown.push({ name, trees: trees.trees, total, hidden });
  }
  return { grown, folded };
}

const MOST_NAMED = 8;

function foldedText(folded: readonly string[]): string[] {
  if (folded.length === 0) return [];
  const rest = folded.length > MOST_NAMED ? ` and ${folded.length - MOST_NAMED} more` : '';
  return [
    `children of ${folded
      .slice(0, MOST_NAMED)
      .map((name) => name.slice(0, 16))
      .join(', ')}${rest}`,
  ];
}
