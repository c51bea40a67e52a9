/** The severities of the protocol, mildest first. */
const SEVERITIES = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export function isLevel(value: unknown): value is string {
  return typeof value === 'string' && SEVERITIES.includes(value);
}

/** Whether somebody who wants to hear from `threshold` on wants to hear this. Without a threshold everything counts. */
export function isLoudEnough(level: unknown, threshold: string | undefined): boolean {
  if (threshold === undefined) return true;
  return SEVERITIES.indexOf(String(level)) >= SEVERITIES.indexOf(threshold);
}

export function mildest(levels: Iterable<string>): string | undefined {
  const known = [...levels].filter(isLevel);
  return known.sort((a, b) => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b))[0];
}
