export function formatDuration(ms: number): string {
  if (ms < 10) return `${Math.max(0, Math.round(ms * 10) / 10)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9_995) return `${(ms / 1000).toFixed(2)} s`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  return formatMinutes(Math.round(ms / 1000));
}

/** For a running clock: the number of digits stays the same between ticks. */
export function formatElapsed(ms: number): string {
  if (ms < 59_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  return formatMinutes(Math.floor(ms / 1000));
}

function formatMinutes(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${trimZero((bytes / 1000).toFixed(bytes < 9_950 ? 1 : 0))} KB`;
  return `${trimZero((bytes / 1_000_000).toFixed(1))} MB`;
}

/** The time of day, with the date unless it is today. */
export function formatClock(iso: string, now: Date): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
  return at.toDateString() === now.toDateString()
    ? time
    : `${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${time}`;
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const wholeNumbers = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const smallNumbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Rounded, for display only. */
export function formatNumber(value: number): string {
  return Math.abs(value) < 100 ? smallNumbers.format(value) : wholeNumbers.format(value);
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function trimZero(text: string): string {
  return text.replace(/\.0$/, '');
}
