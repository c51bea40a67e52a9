import { isRecord } from '@molehill/core/record';
import { isSecretName, maskText, maskValue } from '../debug/mask.ts';

/** The value of a setting as it may be shown: texts of secret names and credentials are hidden. */
export function maskSetting(key: string, value: unknown): unknown {
  return masked(key.split('.').at(-1) ?? key, value);
}

function masked(name: string, value: unknown): unknown {
  if (typeof value === 'string') return maskValue(name, value).text;
  if (Array.isArray(value)) return value.map((item: unknown) => masked(name, item));
  if (!isRecord(value)) return value;
  // All texts below a secret name are secret.
  const nameOf = (key: string) => (isSecretName(name) && !isSecretName(key) ? name : key);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [maskText(key), masked(nameOf(key), inner)]),
  );
}
