import { readFileSync } from 'node:fs';
import ssh2, { type AnyAuthMethod, type IdentityCallback, type ParsedKey } from 'ssh2';
import { connectionErrors } from '../errors.ts';
import type { Hop } from './route.ts';

export interface WayToSignIn {
  readonly method: AnyAuthMethod;
  /** For people: which key, which agent. */
  readonly label: string;
}

/** What to try at a host, in order. Throws when there is nothing, or when something asked for cannot be used. */
export function waysToSignIn(hop: Hop): WayToSignIn[] {
  const ways = [...agentWay(hop, false), ...keyWays(hop), ...agentWay(hop, true), ...passwordWays(hop)];
  if (ways.length > 0) return ways;
  throw connectionErrors.fail(
    'E_SSH_AUTH',
    `There is no way to sign in at ${hop.label}: no agent and no usable key.`,
    {
      hint: 'Give the SSH host a privateKey, a password or agent: true, or load a key with ssh-add.',
    },
  );
}

function passwordWays({ user: username, signIn: { password } }: Hop): WayToSignIn[] {
  if (password === undefined) return [];
  const prompt: Extract<AnyAuthMethod, { type: 'keyboard-interactive' }>['prompt'] = (
    _name,
    _text,
    _lang,
    prompts,
    finish,
  ) => finish(prompts.map((question) => (question.echo ? '' : password)));
  return [
    { method: { type: 'password', username, password }, label: 'password' },
    { method: { type: 'keyboard-interactive', username, prompt }, label: 'password when asked for' },
  ];
}

/** Keys that were asked for come before the agent; otherwise the agent comes first, as for ssh itself. */
function agentWay({ user: username, label, signIn }: Hop, afterKeys: boolean): WayToSignIn[] {
  if (!signIn.useAgent || afterKeys !== signIn.chosen) return [];
  if (signIn.agentSocket === undefined) {
    throw connectionErrors.fail(
      'E_SSH_AUTH',
      `${label} is to be reached with an agent, and none is running.`,
      {
        hint: 'Start ssh-agent so that SSH_AUTH_SOCK is set for this process, or give a privateKey.',
      },
    );
  }
  const agent = signIn.onlyKeyFiles
    ? new ChosenKeysAgent(signIn.agentSocket, signIn.keyFiles)
    : new ssh2.OpenSSHAgent(signIn.agentSocket);
  return [{ method: { type: 'agent', username, agent }, label: `agent ${signIn.agentSocket}` }];
}

function keyWays(hop: Hop): WayToSignIn[] {
  return hop.signIn.keyFiles.flatMap((file) => {
    const key = readKey(file, hop.signIn.passphrase);
    if (!(key instanceof Error)) {
      return [{ method: { type: 'publickey', username: hop.user, key }, label: `key ${file}` } as const];
    }
    if (hop.signIn.chosen) throw unusableKey(file, key);
    return [];
  });
}

function readKey(file: string, passphrase: string | undefined): ParsedKey | Error {
  try {
    const key = ssh2.utils.parseKey(readFileSync(file), passphrase);
    if (key instanceof Error) return key;
    return key.isPrivateKey() ? key : new Error('it is a public key, not a private one');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function unusableKey(file: string, cause: Error) {
  const locked = /passphrase|encrypted|decrypt/i.test(cause.message);
  const hint = locked
    ? 'Give its passphrase in the connection, or load it with ssh-add and set agent: true.'
    : 'Name the file of a private key that this process may read.';
  return connectionErrors.fail('E_SSH_AUTH', `The private key ${file} cannot be used: ${cause.message}`, {
    hint,
    cause,
  });
}

/** An agent may hold more keys than a server lets one try. */
class ChosenKeysAgent extends ssh2.OpenSSHAgent {
  readonly #chosen: ReadonlySet<string>;

  constructor(socket: string, keyFiles: readonly string[]) {
    super(socket);
    this.#chosen = new Set(keyFiles.flatMap(publicKeyOf));
  }

  override getIdentities(callback: IdentityCallback<ParsedKey>): void {
    super.getIdentities((error, keys) => {
      const isChosen = (key: unknown) => isParsedKey(key) && this.#chosen.has(blobOf(key));
      callback(error, keys?.filter(isChosen));
    });
  }
}

function publicKeyOf(file: string): string[] {
  for (const candidate of [`${file}.pub`, file]) {
    const key = parsePublic(candidate);
    if (key) return [blobOf(key)];
  }
  return [];
}

function parsePublic(file: string): ParsedKey | undefined {
  try {
    const key = ssh2.utils.parseKey(readFileSync(file));
    return key instanceof Error ? undefined : key;
  } catch {
    return undefined;
  }
}

function isParsedKey(key: unknown): key is ParsedKey {
  return typeof key === 'object' && key !== null && 'getPublicSSH' in key;
}

function blobOf(key: ParsedKey): string {
  return key.getPublicSSH().toString('base64');
}
