import { shownAs } from '@molehill/core/tool-schema';
import * as z from 'zod';
import { file, route, secret } from '../fields.ts';

const text = z.string().min(1).max(1_024);

const hopShape = {
  host: route(text.describe('Host name, address, or alias in ~/.ssh/config')),
  port: route(z.number().int().min(1).max(65_535).optional().describe('Default: ~/.ssh/config, then 22')),
  user: text.optional().describe('Default: ~/.ssh/config, then the local user'),
  password: secret(z.string().optional().describe(`Literal, \${env:NAME} or \${keychain:NAME}`)),
  privateKey: file(text.optional().describe('Path of the private key')),
  passphrase: secret(
    z.string().optional().describe(`Of the private key: literal, \${env:NAME} or \${keychain:NAME}`),
  ),
  agent: z.boolean().optional().describe('Sign in with the keys of the running ssh-agent'),
  knownHosts: route(file(text.optional().describe('Path of the known_hosts file to check against'))),
};

const hop = z.strictObject(hopShape);
shownAs(hop, { type: 'object', description: 'The fields of ssh, without jump' });

/**
 * How to reach a host over SSH. A bare host is enough: omitted fields are taken from ~/.ssh/config and then from the
 * defaults of ssh.
 */
export const sshSchema = z.strictObject({
  ...hopShape,
  jump: z.array(hop).max(8).optional().describe('Hosts to go through first, in order'),
});

export type SshConfig = z.output<typeof sshSchema>;
export type SshHop = Omit<SshConfig, 'jump'>;
