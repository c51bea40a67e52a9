import type { OutputWriter } from '@molehill/core/files/output-file';
import { remainingMs } from '@molehill/core/timeout';
import type { DebugSession } from './session.ts';
import { childrenOf, isIndex, type VariableNode } from './variables.ts';

export interface SaveOptions {
  readonly depth: number;
  readonly pageSize: number;
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface Saved {
  readonly items: number;
  readonly masked: number;
  /** Why not everything was written. */
  readonly reason?: string;
}

/** Children of one element; a larger element is cut. */
const MOST_CHILDREN = 1_000;

/** Writes one JSON line for each child of a variable, or one for a variable without children, page by page. */
export async function saveVariable(
  session: DebugSession,
  root: VariableNode,
  file: OutputWriter,
  options: SaveOptions,
): Promise<Saved> {
  const writer = new LineWriter(file, options);
  if (root.ref === 0) {
    await writer.write(root, await savedValue(session, root, 0, options, writer));
    return writer.result();
  }
  for (let start = 0; !writer.isFull; ) {
    const count = Math.min(options.pageSize, options.maxItems - writer.items);
    const { nodes, total } = await childrenOf(session, root, { start, count, kind: 'all' }, options.signal);
    await savePage(session, nodes, options, writer);
    start += nodes.length;
    const isEnd = total === undefined ? nodes.length < count : start >= total;
    if (nodes.length === 0 && total !== undefined && start < total)
      return { ...writer.result(), reason: `the adapter lists ${start} of ${total} elements` };
    if (isEnd || nodes.length === 0) return writer.result({ isEnd: true });
  }
  return writer.result();
}

/** What was read until then is kept instead of lost. */
const ANSWER_MS = 5_000;

/** Elements that are read at the same time. */
const PARALLEL = 32;

async function savePage(
  session: DebugSession,
  nodes: readonly VariableNode[],
  options: SaveOptions,
  writer: LineWriter,
): Promise<void> {
  for (let from = 0; from < nodes.length && !writer.isFull; from += PARALLEL) {
    const batch = nodes.slice(from, from + PARALLEL);
    const values = await Promise.all(
      batch.map((node) => savedValue(session, node, options.depth, options, writer)),
    );
    for (const [index, node] of batch.entries()) if (!writer.isFull) await writer.write(node, values[index]);
  }
}

class LineWriter {
  readonly #file: OutputWriter;
  readonly #options: SaveOptions;
  items = 0;
  masked = 0;
  isCut = false;
  #reason: string | undefined;

  constructor(file: OutputWriter, options: SaveOptions) {
    this.#file = file;
    this.#options = options;
  }

  get isFull(): boolean {
    const leftMs = remainingMs(this.#options.signal) ?? Number.POSITIVE_INFINITY;
    if (leftMs < ANSWER_MS) this.#reason ??= 'the time of the call';
    return this.#reason !== undefined;
  }

  async write({ name, isMasked }: VariableNode, value: unknown): Promise<void> {
    if (isMasked) this.masked += 1;
    const line = `${JSON.stringify(isIndex(name) ? value : { name, value })}\n`;
    if (this.#file.bytes + Buffer.byteLength(line) > this.#options.maxBytes) {
      this.#reason = `maxBytes ${this.#options.maxBytes}`;
      return;
    }
    await this.#file.write(line);
    this.items += 1;
    if (this.items >= this.#options.maxItems) this.#reason = `maxItems ${this.#options.maxItems}`;
  }

  /** Limits that were reached with the last element cut nothing. */
  result({ isEnd = false } = {}): Saved {
    const atEnd = isEnd && this.#reason?.startsWith('maxItems');
    const reason = atEnd ? undefined : this.#reason;
    const shown =
      reason ?? (this.isCut ? `elements beyond ${MOST_CHILDREN} children or the depth` : undefined);
    return { items: this.items, masked: this.masked, ...(shown === undefined ? {} : { reason: shown }) };
  }
}

/** Scalars as JSON where they are JSON; what has children as object or array down to the depth, else as its text. */
async function savedValue(
  session: DebugSession,
  node: VariableNode,
  depth: number,
  options: SaveOptions,
  writer: LineWriter,
): Promise<unknown> {
  if (node.ref === 0 || node.isLazy) return scalar(node);
  if (depth === 0) {
    writer.isCut = true;
    return node.value;
  }
  const window = { start: 0, count: MOST_CHILDREN, kind: 'all' as const };
  const { nodes, total = nodes.length } = await childrenOf(session, node, window, options.signal);
  if (total > nodes.length) writer.isCut = true;
  writer.masked += nodes.filter(({ isMasked }) => isMasked).length;
  const values = await Promise.all(
    nodes.map((child) => savedValue(session, child, depth - 1, options, writer)),
  );
  if (nodes.length > 0 && nodes.every(({ name }) => isIndex(name))) return values;
  return Object.fromEntries(
    nodes.map(({ name }, index) => [name.replace(/^(['"])(.*)\1$/, '$2'), values[index]]),
  );
}

function scalar({ value, isMasked }: VariableNode): unknown {
  if (isMasked) return value;
  if (/^-?\d{1,15}(\.\d+)?(e[-+]?\d+)?$/i.test(value)) return Number(value);
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  if (/^(null|undefined|none|nil|<nil>)$/i.test(value)) return null;
  return /^(['"`])([^\\]*)\1$/s.exec(value)?.[2] ?? value;
}
