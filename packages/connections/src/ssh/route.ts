import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { connectionErrors } from '../errors.ts';
import { type HostOptions, readHostOptions } from './config-file.ts';
import type { SshConfig, SshHop } from './schema.ts';

/** What of the person's machine decides how ssh connects. */
export interface Surroundings {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One SSH server on the way, with everything that is left open in the connection filled in. */
export interface Hop {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly label: string;
  /** The name under which known_hosts has it. */
  readonly knownAs: string;
  readonly knownHostsFiles: readonly string[];
  readonly signIn: SignIn;
}

/** Ways to sign in. `chosen` ones were asked for in the connection and must be usable; others are tried if they are. */
interface SignIn {
  readonly chosen: boolean;
  readonly password?: string | undefined;
  readonly keyFiles: readonly string[];
  readonly passphrase?: string | undefined;
  readonly useAgent: boolean;
  readonly agentSocket?: string | undefined;
  /** Of the agent's keys only those of the key files. */
  readonly onlyKeyFiles: boolean;
}

const DEFAULT_PORT = 22;
const MOST_HOPS = 8;
const USUAL_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa'];
const WINDOWS_AGENT = '\\\\.\\pipe\\openssh-ssh-agent';

/** All hops in the order they are connected; the last is the one the connection names. */
export function resolveRoute(ssh: SshConfig, surroundings: Surroundings): Hop[] {
  return routeTo(ssh, ssh.jump, surroundings, MOST_HOPS);
}

function routeTo(
  target: SshHop,
  jump: readonly SshHop[] | undefined,
  surroundings: Surroundings,
  left: number,
): Hop[] {
  const options = readHostOptions(join(surroundings.home, '.ssh', 'config'), target.host, surroundings.home);
  const hop = resolveHop(target, options, surroundings);
  const [first, ...rest] = jump ?? jumpsOf(options, target.host);
  if (!first) return [hop];
  if (left <= rest.length + 1) {
    throw connectionErrors.fail(
      'E_SSH_CONFIG',
      `The way to ${target.host} goes over more than ${MOST_HOPS} hosts.`,
      {
        hint: 'Look for a ProxyJump in ~/.ssh/config that leads back to where it came from.',
      },
    );
  }
  const later = rest.flatMap((next) => routeTo(next, [], surroundings, 1));
  return [...routeTo(first, undefined, surroundings, left - rest.length - 1), ...later, hop];
}

function jumpsOf({ proxyJump, proxyCommand }: HostOptions, host: string): SshHop[] {
  if (proxyJump !== undefined && proxyJump.toLowerCase() !== 'none') return parseProxyJump(proxyJump);
  if (proxyCommand === undefined || proxyCommand.toLowerCase() === 'none') return [];
  throw connectionErrors.fail(
    'E_SSH_CONFIG',
    `~/.ssh/config sets a ProxyCommand for ${host}, which is not run here.`,
    {
      hint: 'Use ProxyJump in ~/.ssh/config, or list the hosts under "jump" in the connection.',
    },
  );
}

/** `[user@]host[:port]`, several with commas between them. */
export function parseProxyJump(text: string): SshHop[] {
  return text.split(',').map((part) => {
    const [, user, host = '', port] =
      /^(?:ssh:\/\/)?(?:([^@]+)@)?(\[[^\]]+\]|[^:]+)(?::(\d+))?\/?$/.exec(part.trim()) ?? [];
    if (host === '')
      throw connectionErrors.fail('E_SSH_CONFIG', `ProxyJump "${part}" is not [user@]host[:port].`);
    return {
      host: host.replace(/^\[|\]$/g, ''),
      ...(user === undefined ? {} : { user }),
      ...(port === undefined ? {} : { port: Number(port) }),
    };
  });
}

function resolveHop(given: SshHop, options: HostOptions, surroundings: Surroundings): Hop {
  const host = (options.hostName ?? given.host).replaceAll('%h', given.host);
  const port = given.port ?? options.port ?? DEFAULT_PORT;
  const user = given.user ?? options.user ?? userInfo().username;
  const expand = expander({ h: host, n: given.host, p: String(port), r: user }, surroundings.home);
  return {
    host,
    port,
    user,
    label: `${user}@${host}:${port}`,
    knownAs: options.hostKeyAlias ?? host,
    knownHostsFiles: knownHostsFiles(given, options, surroundings.home, expand),
    signIn: signInOf(given, options, surroundings, expand),
  };
}

function knownHostsFiles(
  given: SshHop,
  options: HostOptions,
  home: string,
  expand: (path: string) => string,
): string[] {
  if (given.knownHosts !== undefined) return [given.knownHosts];
  const usual = [join(home, '.ssh', 'known_hosts'), join(home, '.ssh', 'known_hosts2')];
  const own = options.userKnownHostsFiles?.filter((file) => file.toLowerCase() !== 'none').map(expand);
  return [...(own ?? usual), '/etc/ssh/ssh_known_hosts'];
}

function signInOf(
  given: SshHop,
  options: HostOptions,
  surroundings: Surroundings,
  expand: (path: string) => string,
): SignIn {
  const { password, privateKey, passphrase, agent } = given;
  const agentSocket = socketOf(options, surroundings.env, expand);
  if (password !== undefined || privateKey !== undefined || agent === true) {
    const keyFiles = privateKey === undefined ? [] : [privateKey];
    return {
      chosen: true,
      password,
      keyFiles,
      passphrase,
      useAgent: agent === true,
      agentSocket,
      onlyKeyFiles: false,
    };
  }
  const named = options.identityFiles.filter((file) => file.toLowerCase() !== 'none').map(expand);
  const usual = USUAL_KEYS.map((name) => join(surroundings.home, '.ssh', name));
  const keyFiles = options.identityFiles.length > 0 ? named : usual.filter((file) => existsSync(file));
  const useAgent = agent !== false && agentSocket !== undefined;
  return { chosen: false, keyFiles, passphrase, useAgent, agentSocket, onlyKeyFiles: options.identitiesOnly };
}

function socketOf(
  { identityAgent }: HostOptions,
  env: Surroundings['env'],
  expand: (path: string) => string,
): string | undefined {
  if (identityAgent?.toLowerCase() === 'none') return undefined;
  if (identityAgent?.startsWith('$')) return env[identityAgent.slice(1).replace(/^\{|\}$/g, '')];
  if (identityAgent !== undefined && identityAgent !== 'SSH_AUTH_SOCK') return expand(identityAgent);
  return env.SSH_AUTH_SOCK ?? (process.platform === 'win32' ? WINDOWS_AGENT : undefined);
}

/** Fills in the marks that ssh knows in the names of files. */
function expander(marks: Readonly<Record<string, string>>, home: string): (path: string) => string {
  const all: Readonly<Record<string, string>> = { ...marks, d: home, u: userInfo().username, '%': '%' };
  return (path) => {
    const full = path.replace(/%(.)/g, (whole, mark: string) => all[mark] ?? whole);
    return full.startsWith('~/') ? join(home, full.slice(2)) : full;
  };
}
