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
const KNOWN_HOSTS = ['known_hosts', 'known_hosts2'];
const SYSTEM_KNOWN_HOSTS = '/etc/ssh/ssh_known_hosts';
const WINDOWS_AGENT = '\\\\.\\pipe\\openssh-ssh-agent';

/** The hops in the order they are connected; the last one is the host that the connection names. */
export function resolveRoute(ssh: SshConfig, environment: SshEnvironment): Hop[] {
  return routeTo(ssh, ssh.jump, environment, MOST_HOPS);
}

function routeTo(
  target: SshHop,
  jump: readonly SshHop[] | undefined,
  environment: SshEnvironment,
  remaining: number,
): Hop[] {
  const options = readHostOptions(join(environment.home, '.ssh', 'config'), target.host, environment.home);
  const hop = resolveHop(target, options, environment);
  const [first, ...rest] = jump ?? jumpsOf(options, target.host);
  if (!first) return [hop];
  if (remaining <= rest.length + 1) {
    const message = `The route to ${target.host} has more than ${MOST_HOPS} hosts.`;
    throw connectionErrors.fail('E_SSH_CONFIG', message, {
      hint: 'Look for a ProxyJump in ~/.ssh/config that forms a loop.',
    });
  }
  const later = rest.flatMap((next) => routeTo(next, [], environment, 1));
  return [...routeTo(first, undefined, environment, remaining - rest.length - 1), ...later, hop];
}

function jumpsOf({ proxyJump, proxyCommand }: HostOptions, host: string): SshHop[] {
  if (proxyJump !== undefined && !isNone(proxyJump)) return parseProxyJump(proxyJump);
  if (proxyCommand === undefined || isNone(proxyCommand)) return [];
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

function resolveHop(given: SshHop, options: HostOptions, { home, env }: SshEnvironment): Hop {
  const host = (options.hostName ?? given.host).replaceAll('%h', given.host);
  const port = given.port ?? options.port ?? DEFAULT_PORT;
  const user = given.user ?? options.user ?? userInfo().username;
  const expand = expander({ h: host, n: given.host, p: String(port), r: user }, home);
  const inSshFolder = (name: string) => join(home, '.ssh', name);
  const expandAll = (files: readonly string[]) => files.filter((file) => !isNone(file)).map(expand);
  const defaultKeys = () => DEFAULT_KEYS.map(inSshFolder).filter((file) => existsSync(file));
  const { userKnownHostsFiles, identityFiles } = options;
  const known = userKnownHostsFiles ? expandAll(userKnownHostsFiles) : KNOWN_HOSTS.map(inSshFolder);
  return {
    host,
    port,
    user,
    label: `${user}@${host}:${port}`,
    knownAs: options.hostKeyAlias ?? host,
    knownHostsFiles: given.knownHosts === undefined ? [...known, SYSTEM_KNOWN_HOSTS] : [given.knownHosts],
    auth: authOf(given, {
      keyFiles: identityFiles.length > 0 ? expandAll(identityFiles) : defaultKeys(),
      agentSocket: agentSocketOf(options.identityAgent, env, expand),
      onlyKeyFiles: options.identitiesOnly,
    }),
  };
}

/** The methods that the connection names, or else the defaults. */
function authOf(
  { password, privateKey, passphrase, agent }: SshHop,
  defaults: Pick<AuthSettings, 'keyFiles' | 'agentSocket' | 'onlyKeyFiles'>,
): AuthSettings {
  const configured = password !== undefined || privateKey !== undefined || agent === true;
  if (!configured) {
    const useAgent = agent !== false && defaults.agentSocket !== undefined;
    return { ...defaults, passphrase, configured, useAgent };
  }
  const keyFiles = privateKey === undefined ? [] : [privateKey];
  const useAgent = agent === true;
  return { ...defaults, password, keyFiles, passphrase, configured, useAgent, onlyKeyFiles: false };
}

function agentSocketOf(
  identityAgent: string | undefined,
  env: SshEnvironment['env'],
  expand: (path: string) => string,
): string | undefined {
  if (isNone(identityAgent)) return undefined;
  if (identityAgent?.startsWith('$')) return env[identityAgent.slice(1).replace(/^\{|\}$/g, '')];
  if (identityAgent !== undefined && identityAgent !== 'SSH_AUTH_SOCK') return expand(identityAgent);
  return env.SSH_AUTH_SOCK ?? (process.platform === 'win32' ? WINDOWS_AGENT : undefined);
}

function isNone(value: string | undefined): boolean {
  return value?.toLowerCase() === 'none';
}

/** Expands `~` and the percent tokens of ssh in file names. */
function expander(tokens: Readonly<Record<string, string>>, home: string): (path: string) => string {
  const all: Readonly<Record<string, string>> = { ...tokens, d: home, u: userInfo().username, '%': '%' };
  return (path) => {
    const full = path.replace(/%(.)/g, (whole, token: string) => all[token] ?? whole);
    return full.startsWith('~/') ? join(home, full.slice(2)) : full;
  };
}
