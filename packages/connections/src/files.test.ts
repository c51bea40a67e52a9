import { expect, test } from 'vitest';
import * as z from 'zod';
import { ConnectionFields, file } from './fields.ts';
import { resolveFiles } from './files.ts';
import { sshSchema } from './ssh/schema.ts';

const schema = z.object({
  file: file(z.string()),
  tls: z.object({ ca: file(z.string()) }).optional(),
  ssh: sshSchema.optional(),
});
const fields = new ConnectionFields(schema);
const place = (connection: unknown) => resolveFiles(connection, fields, '/etc/app', '/home/me');

test('resolves a relative path against the folder of the file it was written in', () => {
  expect(place({ file: 'data/shop.db', tls: { ca: '../ca.pem', mode: 'require' } })).toEqual({
    file: '/etc/app/data/shop.db',
    tls: { ca: '/etc/ca.pem', mode: 'require' },
  });
});

test('resolves the paths of every SSH host', () => {
  const ssh = {
    host: 'h',
    privateKey: '~/.ssh/key',
    jump: [{ host: 'j', privateKey: 'k', knownHosts: '/kh' }],
  };
  expect(place({ ssh })).toEqual({
    ssh: {
      host: 'h',
      privateKey: '/home/me/.ssh/key',
      jump: [{ host: 'j', privateKey: '/etc/app/k', knownHosts: '/kh' }],
    },
  });
});

test('leaves other fields unchanged', () => {
  const odd = { file: 7, tls: null, ssh: 'bastion', host: 'relative/looking' };
  expect(place(odd)).toEqual(odd);
  expect(place('text')).toBe('text');
});
