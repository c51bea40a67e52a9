import { isRecord } from '@molehill/core/record';
import { isSecretName, maskText, maskValue } from './mask.ts';

const DEEPEST = 20;

/** The body of any response, with the values of secret names and credentials hidden. */
export function maskBody(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => maskBody(item, depth + 1));
  if (!isRecord(value)) return value;
  const { name } = value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner !== 'string') return [key, maskBody(inner, depth + 1)];
      // A variable has its name and its value side by side.
      const owner = key === 'value' && typeof name === 'string' && isSecretName(name) ? name : key;
      return [key, maskValue(owner, inner).text];
    }),
  );
}
