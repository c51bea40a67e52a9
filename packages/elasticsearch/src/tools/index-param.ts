import * as z from 'zod';

const MAX_LENGTH = 2_000;

/** Date math may be percent-encoded or not; it is sent encoded. */
export const indexParam = z
  .string()
  .min(1)
  .max(MAX_LENGTH)
  .transform((text) => (/%[0-9a-f]{2}/i.test(text) ? decoded(text) : text));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
