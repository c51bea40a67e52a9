import { messageOf } from '@molehill/core/errors';
import { readRegularFileSync } from '@molehill/core/files/regular-file';
import ssh2, { type AnyAuthMethod, type IdentityCallback, type ParsedKey } from 'ssh2';
import { connectionErrors } from '../errors.ts';
import type { Hop } from './route.ts';

export interface AuthMethod {
  readonly method: AnyAuthMethod;
  /** Names the key or the agent in messages. */
  readonly label: string;
}

/**
 * The authentication methods to try at a host, in order. A configured key is tried before the agent; otherwise the
 * agent is tried first, as ssh does. Throws when there is none, or when a configured one cannot be used.
 */
export function authMethodsOf(hop: Hop): AuthMethod[] {
  const [keys, agent] = [keyMethods(hop), agentMethods(hop)];
  const methods = [
    ...(hop.auth.configured ? [...keys, ...agent] : [...agent, ...keys]),
    ...passwordMethods(hop),
  ];
  if (methods.length > 0) return methods;
  const message = `There is no authentication method for ${hop.label}: no agent and no usable key.`;
  throw connectionErrors.fail('E_SSH_AUTH', message, {
    hint: 'Give the SSH host a privateKey, a password or agent: true, or load a key with ssh-add.',
  });
}

type KeyboardInteractive = Extract<AnyAuthMethod, { type: 'keyboard-interactive' }>;

function passwordMethods({ user: username, auth: { password } }: Hop): AuthMethod[] {
  if (password === undefined) return [];
  const prompt: KeyboardInteractive['prompt'] = (_name, _text, _lang, prompts, finish) =>
    finish(prompts.map((question) => (question.echo ? '' : password)));
  return [
    { method: { type: 'password', username, password }, label: 'password' },
    { method: { type: 'keyboard-interactive', username, prompt }, label: 'keyboard-interactive' },
  ];
}

function agentMethods({ user: username, label, auth }: Hop): AuthMethod[] {
  const { useAgent, agentSocket, onlyKeyFiles, keyFiles } = auth;
  if (!useAgent) return [];
  if (agentSocket === undefined) {
    const message = `The connection to ${label} needs an agent, and none is running.`;
    throw connectionErrors.fail('E_SSH_AUTH', message, {
      hint: 'Start ssh-agent so that SSH_AUTH_SOCK is set for this process, or give a privateKey.',
    });
  }
  const agent = onlyKeyFiles ? new FilteredAgent(agentSocket, keyFiles) : new ssh2.OpenSSHAgent(agentSocket);
  return [{ method: { type: 'agent', username, agent }, label: `agent ${agentSocket}` }];
}

function keyMethods({ user: username, auth }: Hop): AuthMethod[] {
  return auth.keyFiles.flatMap((file) => {
    try {
      const key = readPrivateKey(file, auth.passphrase);
      return [{ method: { type: 'publickey', username, key }, label: `key ${file}` } as const];
    } catch (error) {
      if (auth.configured) throw unusableKey(file, error);
      return [];
    }
  });
}

function readPrivateKey(file: string, passphrase: string | undefined): ParsedKey {
  const key = ssh2.utils.parseKey(readRegularFileSync(file), passphrase);
  if (key instanceof Error) throw key;
  if (!key.isPrivateKey()) throw new Error('it is a public key, not a private one');
  return key;
}

function unusableKey(file: string, cause: unknown) {
  const reason = messageOf(cause);
  const hint = /passphrase|encrypted|decrypt/i.test(reason)
    ? 'Give its passphrase in the connection, or load it with ssh-add and set agent: true.'
    : 'Name the file of a private key that this process may read.';
  const message = `The private key ${file} cannot be used: ${reason}`;
  return connectionErrors.fail('E_SSH_AUTH', message, { hint, cause });
}

/** Offers only the keys of the given files: an agent may hold more keys than a server accepts attempts. */
class FilteredAgent extends ssh2.OpenSSHAgent {
  readonly #publicKeys: ReadonlySet<string>;

  constructor(socket: string, keyFiles: readonly string[]) {
    super(socket);
    this.#publicKeys = new Set(keyFiles.flatMap(publicKeyOf));
  }

  override getIdentities(callback: IdentityCallback<ParsedKey>): void {
    super.getIdentities((error, keys) => {
      const isWanted = (key: unknown) => isParsedKey(key) && this.#publicKeys.has(encode(key));
      callback(error, keys?.filter(isWanted));
    });
  }
}

function publicKeyOf(file: string): string[] {
  for (const candidate of [`${file}.pub`, file]) {
    try {
      const key = ssh2.utils.parseKey(readRegularFileSync(candidate));
      if (!(key instanceof Error)) return [encode(key)];
    } catch {
      // The next candidate may be readable.
    }
  }
  return [];
}

function isParsedKey(key: unknown): key is ParsedKey {
  return typeof key === 'object' && key !== null && 'getPublicSSH' in key;
}

function encode(key: ParsedKey): string {
  return key.getPublicSSH().toString('base64');
}
