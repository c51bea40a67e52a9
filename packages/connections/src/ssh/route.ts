import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { connectionErrors } from '../errors.ts';
import { type HostOptions, readHostOptions } from './config-file.ts';
import type { SshConfig, SshHop } from './schema.ts';

/** What the configuration of ssh depends on. */
export interface SshEnvironment {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One SSH server of the route, with the defaults of ~/.ssh/config applied. */
export interface Hop {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly label: string;
  /** The name under which known_hosts has it. */
  readonly knownAs: string;
  readonly knownHostsFiles: readonly string[];
  readonly auth: AuthSettings;
}

interface AuthSettings {
  /** The connection itself names the methods, so each must be usable; defaults are tried where they are. */
  readonly configured: boolean;
  readonly password?: string | undefined;
  readonly keyFiles: readonly string[];
  readonly passphrase?: string | undefined;
  readonly useAgent: boolean;
  readonly agentSocket?: string | undefined;
  /** Restricts the agent to the keys of the key files. */
  readonly onlyKeyFiles: boolean;
}

const DEFAULT_PORT = 22;
const MOST_HOPS = 8;
const DEFAULT_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa'];
const WINDOWS_AGENT = '\\\\.\\pipe\\openssh-ssh-agent';

/** The hops in the order they are connected; the last one is the host that the connection names. */
export function resolveRoute(ssh: SshConfig, environment: SshEnvironment): Hop[] {
  return routeTo(ssh, ssh.jump, environment, MOST_HOPS);
}

function routeTo(
  target: SshHop,
  jump: readonly SshHop[] | undefined,
  environment: SshEnvironment,
  left: number,
): Hop[] {
  const options = readHostOptions(join(environment.home, '.ssh', 'config'), target.host, environment.home);
  const hop = resolveHop(target, options, environment);
  const [first, ...rest] = jump ?? jumpsOf(options, target.host);
  if (!first) return [hop];
  if (left <= rest.length + 1) {
    const message = `The route to ${target.host} has more than ${MOST_HOPS} hosts.`;
    throw connectionErrors.fail('E_SSH_CONFIG', message, {
      hint: 'Look for a ProxyJump in ~/.ssh/config that forms a loop.',
    });
  }
  const later = rest.flatMap((next) => routeTo(next, [], environment, 1));
  return [...routeTo(first, undefined, environment, left - rest.length - 1), ...later, hop];
}

function jumpsOf({ proxyJump, proxyCommand }: HostOptions, host: string): SshHop[] {
  if (proxyJump !== undefined && proxyJump.toLowerCase() !== 'none') return parseProxyJump(proxyJump);
  if (proxyCommand === undefined || proxyCommand.toLowerCase() === 'none') return [];
  const message = `~/.ssh/config sets a ProxyCommand for ${host}, which is not supported.`;
  throw connectionErrors.fail('E_SSH_CONFIG', message, {
    hint: 'Use ProxyJump in ~/.ssh/config, or list the hosts under "jump" in the connection.',
  });
}

/** `[user@]host[:port]`, separated by commas. */
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

/** What the settings of one hop are derived from. */
interface HopSources {
  readonly given: SshHop;
  readonly options: HostOptions;
  readonly environment: SshEnvironment;
  /** Expands tokens in a file name. */
  expand(path: string): string;
}

function resolveHop(given: SshHop, options: HostOptions, environment: SshEnvironment): Hop {
  const host = (options.hostName ?? given.host).replaceAll('%h', given.host);
  const port = given.port ?? options.port ?? DEFAULT_PORT;
  const user = given.user ?? options.user ?? userInfo().username;
  const expand = expander({ h: host, n: given.host, p: String(port), r: user }, environment.home);
  const sources = { given, options, environment, expand };
  const label = `${user}@${host}:${port}`;
  const knownAs = options.hostKeyAlias ?? host;
  return {
    host,
    port,
    user,
    label,
    knownAs,
    knownHostsFiles: knownHostsFiles(sources),
    auth: authOf(sources),
  };
}

function knownHostsFiles({ given, options, environment, expand }: HopSources): string[] {
  if (given.knownHosts !== undefined) return [given.knownHosts];
  const defaults = ['known_hosts', 'known_hosts2'].map((name) => join(environment.home, '.ssh', name));
  const own = options.userKnownHostsFiles?.filter((file) => file.toLowerCase() !== 'none').map(expand);
  return [...(own ?? defaults), '/etc/ssh/ssh_known_hosts'];
}

function authOf(sources: HopSources): AuthSettings {
  const { given, options, environment, expand } = sources;
  const { password, privateKey, passphrase, agent } = given;
  const agentSocket = agentSocketOf(sources);
  if (password !== undefined || privateKey !== undefined || agent === true) {
    const keyFiles = privateKey === undefined ? [] : [privateKey];
    const settings = { password, keyFiles, passphrase, agentSocket, onlyKeyFiles: false };
    return { ...settings, configured: true, useAgent: agent === true };
  }
  const named = options.identityFiles.filter((file) => file.toLowerCase() !== 'none').map(expand);
  const defaults = DEFAULT_KEYS.map((name) => join(environment.home, '.ssh', name));
  const keyFiles = options.identityFiles.length > 0 ? named : defaults.filter((file) => existsSync(file));
  const useAgent = agent !== false && agentSocket !== undefined;
  const settings = { keyFiles, passphrase, agentSocket, onlyKeyFiles: options.identitiesOnly };
  return { ...settings, configured: false, useAgent };
}

function agentSocketOf({ options: { identityAgent }, environment: { env }, expand }: HopSources) {
  if (identityAgent?.toLowerCase() === 'none') return undefined;
  if (identityAgent?.startsWith('$')) return env[identityAgent.slice(1).replace(/^\{|\}$/g, '')];
  if (identityAgent !== undefined && identityAgent !== 'SSH_AUTH_SOCK') return expand(identityAgent);
  return env.SSH_AUTH_SOCK ?? (process.platform === 'win32' ? WINDOWS_AGENT : undefined);
}

/** Expands `~` and the percent tokens of ssh in file names. */
function expander(tokens: Readonly<Record<string, string>>, home: string): (path: string) => string {
  const all: Readonly<Record<string, string>> = { ...tokens, d: home, u: userInfo().username, '%': '%' };
  return (path) => {
    const full = path.replace(/%(.)/g, (whole, token: string) => all[token] ?? whole);
    return full.startsWith('~/') ? join(home, full.slice(2)) : full;
  };
}
