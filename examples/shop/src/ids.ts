import { ShopError } from './errors.ts';

/** Ids are positive and short enough to stay exact. */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new ShopError('bad_request', `${text} is not an id: use a number like 42.`);
  return Number(text);
}
