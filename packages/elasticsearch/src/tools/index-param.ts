import * as z from 'zod';

const LONGEST = 2_000;

/** Date math may come as it is or already percent-encoded; it is sent encoded. */
export const indexParam = z
  .string()
  .min(1)
  .max(LONGEST)
  .transform((text) => (/%[0-9a-f]{2}/i.test(text) ? decoded(text) : text));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
