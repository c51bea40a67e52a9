type Env = Readonly<Record<string, string | undefined>>;

/** Paths, locale and certificates: variables that programs need and that hold no secrets. */
const INHERITED = new Set(
  `HOME LANG LANGUAGE LOGNAME NODE_EXTRA_CA_CERTS PATH SHELL SSL_CERT_DIR SSL_CERT_FILE TERM TMPDIR TZ
  USER XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR XDG_STATE_HOME`.split(/\s+/),
);

const INHERITED_ON_WINDOWS = new Set(
  `APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA
  PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE
  WINDIR`.split(/\s+/),
);

/** The minimum every program needs, plus the variables that the server's definition names. */
export function childEnvironment(
  env: Env,
  named: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const child: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && isInherited(name, platform) && !isShellFunction(value)) child[name] = value;
  return { ...child, ...named };
}

function isInherited(name: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return INHERITED_ON_WINDOWS.has(name.toUpperCase());
  return INHERITED.has(name) || name.startsWith('LC_');
}

/** Some shells export functions as variables, and some execute them. */
function isShellFunction(value: string): boolean {
  return value.startsWith('()');
}
