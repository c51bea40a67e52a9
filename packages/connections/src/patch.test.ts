import { expect, test } from 'vitest';
import * as z from 'zod';
import { patchDefinition, patchShapeOf } from './patch.ts';
import { lake, sampleSchema } from './testing/registry.ts';

const change = (entry: unknown, patch: Record<string, unknown>) =>
  patchDefinition(entry, patch, sampleSchema);

test('keeps fields that are not named, such as the password', () => {
  const old = lake('a', { password: 'p', ssh: { host: 'h', password: 'q' }, port: 7 });
  expect(change(old, { host: 'new', ssh: { port: 22 } })).toEqual({
    ...old,
    host: 'new',
    ssh: { host: 'h', password: 'q', port: 22 },
  });
});

test('null removes a field', () => {
  expect(change(lake('a', { database: 'd', ssh: { host: 'h' } }), { ssh: null, database: null })).toEqual(
    lake('a'),
  );
});

test('a change of type drops the port, unless one is given', () => {
  expect(change(lake('a', { port: 7 }), { type: 'pond' })).toEqual({ ...lake('a'), type: 'pond' });
  expect(change(lake('a', { port: 7 }), { type: 'pond', port: 8 })).toMatchObject({ port: 8 });
  expect(change(lake('a', { port: 7 }), { type: 'lake' })).toMatchObject({ port: 7 });
});

test('a change of type drops fields that the new type does not have, except given ones', () => {
  const old = lake('a', { password: 'p' });
  expect(change(old, { type: 'puddle', file: '/f' })).toEqual({ name: 'a', type: 'puddle', file: '/f' });
  expect(change(old, { type: 'puddle', file: '/f', host: 'h' })).toMatchObject({ host: 'h' });
});

test('the arguments of an update have no defaults', () => {
  const full = z.strictObject({
    name: z.string(),
    host: z.string(),
    readonly: z.boolean().default(false).describe('Refuse changes'),
    port: z.number().optional(),
  });
  const patch = z.strictObject(patchShapeOf(full));
  expect(patch.parse({})).toEqual({});
  expect(patch.parse({ port: null })).toEqual({ port: null });
  expect(patch.safeParse({ host: null }).success).toBe(false);
  expect(patch.safeParse({ readonly: null }).success).toBe(false);
  expect(patch.safeParse({ name: 'other' }).success).toBe(false);
  expect(patch.shape.readonly?.description).toBe('');
  expect(z.strictObject(patchShapeOf(full.partial())).parse({})).toEqual({});
});
