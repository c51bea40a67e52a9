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
  return warnUnless(step, false);
}

function warnUnless(step: WeighedStep, saidAbove: boolean): WeighedStep {
  const waste = wasteWarning(step);
  const reading = saidAbove ? undefined : (waste ?? repeatedScanWarning(step) ?? scanWarning(step));
  return {
    ...step,
    warnings: [...step.warnings, ...(reading === undefined ? [] : [reading]), ...estimateWarning(step)],
    steps: step.steps.map((inner) => warnUnless(inner, waste !== undefined && inner.scan === true)),
  };
}

function wasteWarning({ rows: { read = 0, kept = read }, scan, steps }: WeighedStep): string | undefined {
  if (read < MANY_ROWS || kept > read * FEW_KEPT) return undefined;
  const help = scan || steps.some((inner) => inner.scan) ? ' An index on the condition may help.' : '';
  return `Reads ${formatNumber(Math.round(read))} rows and keeps ${formatNumber(Math.round(kept))}.${help}`;
}

function repeatedScanWarning({ scan, rows: { actual, loops = 1 } }: WeighedStep): string | undefined {
  if (!scan || actual === undefined || loops < OFTEN || actual * loops < MANY_ROWS) return undefined;
  return `Reads the whole table ${formatNumber(loops)} times.`;
}

/** Without any figures, each scan may be the expensive one. */
function scanWarning({ scan, share = 1 }: WeighedStep): string | undefined {
  return scan && share >= LARGE_SHARE ? 'Reads the whole table.' : undefined;
}

/** Too few expected makes a planner choose wrongly. Too many is usual where a step may stop early. */
function estimateWarning({ rows: { estimated, actual, loops = 1 } }: WeighedStep): readonly string[] {
  if (!estimated || actual === undefined || actual * loops < SOME_ROWS) return [];
  const factor = actual / estimated;
  if (factor < FAR_OFF) return [];
  return [`${formatNumber(Math.round(factor))} times as many rows as planned: the statistics may be old.`];
}
