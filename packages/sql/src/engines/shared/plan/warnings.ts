import { warnings } from './node.ts';
import type { CostedNode } from './shares.ts';

/** Thresholds above which a node gets a warning. */
const LARGE_SHARE = 0.25;
const MANY_ROWS = 1_000;
const SOME_ROWS = 100;
const FAR_OFF = 10;
const OFTEN = 10;
const FEW_KEPT = 0.1;

/** Created on use: loading the data of `Intl` with the module would cost every start 5 MB. */
function formatted(value: number): string {
  const digits = Math.abs(value) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  return new Intl.NumberFormat('en', digits).format(value);
}

/** Adds what is expensive about a node, as far as the numbers show it. */
export function withWarnings(node: CostedNode, isReported: boolean): CostedNode {
  const waste = wasteWarning(node);
  const reading = isReported ? undefined : (waste ?? repeatedScanWarning(node) ?? scanWarning(node));
  return {
    ...node,
    warnings: [...node.warnings, ...warnings(reading ?? false, estimateWarning(node))],
    children: node.children.map((inner) => withWarnings(inner, waste !== undefined && inner.scan === true)),
  };
}

function wasteWarning({ rows: { read = 0, kept = read }, scan, children }: CostedNode): string | undefined {
  if (read < MANY_ROWS || kept > read * FEW_KEPT) return undefined;
  const help = scan || children.some((inner) => inner.scan) ? ' An index on the condition may help.' : '';
  return `Reads ${formatted(Math.round(read))} rows and keeps ${formatted(Math.round(kept))}.${help}`;
}

function repeatedScanWarning({ scan, rows: { actual, loops = 1 } }: CostedNode): string | undefined {
  if (!scan || actual === undefined || loops < OFTEN || actual * loops < MANY_ROWS) return undefined;
  return `Reads the whole table ${formatted(loops)} times.`;
}

/** Without numbers every scan may be the expensive one. */
function scanWarning({ scan, share = 1 }: CostedNode): string | undefined {
  return scan && share >= LARGE_SHARE ? 'Reads the whole table.' : undefined;
}

/** An estimate that is too low leads to a wrong plan; one that is too high is usual where a node stops early. */
function estimateWarning({ rows: { estimated, actual, loops = 1 } }: CostedNode): string | false {
  if (!estimated || actual === undefined || actual * loops < SOME_ROWS) return false;
  const factor = Math.round(actual / estimated);
  if (actual / estimated < FAR_OFF) return false;
  return `${formatted(factor)} times as many rows as planned: the statistics may be old.`;
}
