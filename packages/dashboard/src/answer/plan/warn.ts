import { formatNumber } from '../../format.ts';
import type { WeighedStep } from './weigh.ts';

/** From here on a step is worth a look. */
const LARGE_SHARE = 0.25;
const MANY_ROWS = 1_000;
const SOME_ROWS = 100;
const FAR_OFF = 10;
const OFTEN = 10;
const FEW_KEPT = 0.1;

/** The step with what is expensive about it, as far as the figures tell. */
export function warn(step: WeighedStep): WeighedStep {
  const steps = step.steps.map(warn);
  return { ...step, steps, warnings: [...step.warnings, ...readingWarning(step), ...estimateWarning(step)] };
}

/** One sentence about what it reads is enough; the one that says most comes first. */
function readingWarning(step: WeighedStep): readonly string[] {
  const said = wasteWarning(step) ?? repeatedScanWarning(step) ?? scanWarning(step);
  return said === undefined ? [] : [said];
}

function wasteWarning({ rows: { read = 0, kept = read }, scan, steps }: WeighedStep): string | undefined {
  if (read < MANY_ROWS || kept > read * FEW_KEPT) return undefined;
  const help = scan || steps.some((inner) => inner.scan) ? ' An index on the condition may help.' : '';
  return `Reads ${formatNumber(read)} rows and keeps ${formatNumber(kept)}.${help}`;
}

function repeatedScanWarning({ scan, rows: { actual, loops = 1 } }: WeighedStep): string | undefined {
  if (!scan || actual === undefined || loops < OFTEN || actual * loops < MANY_ROWS) return undefined;
  return `Reads the whole table ${formatNumber(loops)} times.`;
}

/** Without any figures, each scan may be the expensive one. */
function scanWarning({ scan, share, rows: { estimated, actual } }: WeighedStep): string | undefined {
  const small = Math.max(estimated ?? 0, actual ?? 0) < SOME_ROWS && estimated !== undefined;
  return scan && !small && (share ?? 1) >= LARGE_SHARE ? 'Reads the whole table.' : undefined;
}

/** Too few expected makes a planner choose wrongly. Too many is usual where a step may stop early. */
function estimateWarning({ rows: { estimated, actual, loops = 1 } }: WeighedStep): readonly string[] {
  if (estimated === undefined || actual === undefined || actual * loops < SOME_ROWS) return [];
  const factor = actual / Math.max(estimated, 1);
  if (factor < FAR_OFF) return [];
  return [`${formatNumber(Math.round(factor))} times as many rows as planned: the statistics may be old.`];
}
