import { isRecord } from '@molehill/core/record';

/**
 * What VS Code ignores in folders that are not trusted or does not take from a project, and why. Compared without case.
 * A whole group is protected where new members of it usually need to be.
 */
const PROTECTED: readonly (readonly [keys: RegExp, reason: string])[] = [
  [/^security\./, 'it decides which folders are trusted'],
  [/^(chat|github\.copilot|mcp)(\.|$)/, 'it decides what agents may do unasked and which servers they start'],
  [/auto.?(approv|accept|execut|run)/, 'it lets something happen unasked'],
  [/^terminal(\.|$)/, 'it decides which programs terminals start and with which environment'],
  [
    /^(launch|tasks?|debug\.javascript|npm|code-runner|emeraldwalk\.runonsave|runonsave|triggertaskonsave)(\.|$)/,
    'it decides which programs are started',
  ],
  [
    /^(http|remote|dev\.containers|github-enterprise)(\.|$)|proxy$/,
    'it decides where data is sent or programs run',
  ],
  [/^extensions(\.|$)/, 'it decides which extensions run'],
  [/^(update|settingssync|telemetry)(\.|$)/, 'it belongs to the person and not to a project'],
  [/^workbench\.(externalbrowser|trusteddomains)/, 'it decides what opens links'],
  [/^markdown\.styles(\.|$)/, 'it loads styles into the preview'],
];

/** Ends of keys that name a program, its arguments, its environment or code that it loads. */
const RUNS_PROGRAMS =
  /(paths?|commands?|commandline|cmd|executables?|exec|exe|binary|binaries|bin|interpreter|program|shell|args|arguments|argv|flags|env|environment|envfile|envvars|runtimes?|scripts?|runner|tsdk|sdk|goroot|gopath|home|linker|toolchain|tools?|plugins?|hooks?|globalmodules|configfile|servers?|preload|require)$|execut|launch/;

/** Paths that are only searched for types or names. */
const ONLY_READ =
  /^(python|basedpyright)\.analysis\.(extrapaths|stubpath|typeshedpaths)$|^(typescript|javascript|js\/ts)\.suggest\.paths$/;

const NAMES_A_PROGRAM = 'it names a program, or the arguments or environment of one';
const USER_TARGET = 'the settings of the user apply to all projects';

export interface ProtectedKey {
  readonly key: string;
  readonly reason: string;
}

/**
 * Why a person must agree to a change: the keys that it sets or removes, also inside objects and sections of languages,
 * with the reason of each.
 */
export function protectedKeys(
  key: string,
  values: readonly unknown[],
  target: 'user' | 'workspace' | 'folder',
): readonly ProtectedKey[] {
  const keys = [...new Set(values.flatMap((value) => keysWithin(key, value)))];
  const found = keys.flatMap((each) => {
    const reason = reasonOf(each);
    return reason === undefined ? [] : [{ key: each, reason }];
  });
  return target === 'user' ? [{ key, reason: USER_TARGET }, ...found] : found;
}

function reasonOf(key: string): string | undefined {
  const plain = comparable(key);
  const listed = PROTECTED.find(([keys]) => keys.test(plain));
  if (listed) return listed[1];
  if (ONLY_READ.test(plain)) return undefined;
  const [first = '', ...rest] = plain.split('.');
  return (rest.length === 0 ? [first] : rest).some((part) => RUNS_PROGRAMS.test(part))
    ? NAMES_A_PROGRAM
    : undefined;
}

/** Without sections of languages, invisible characters and case. */
function comparable(key: string): string {
  return key
    .normalize('NFKC')
    .replace(/[\p{C}\s]/gu, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|\.$/g, '')
    .toLowerCase();
}

/** The key itself and, for an object, all keys inside: VS Code reads `{ "a": { "b": 1 } }` as `a.b`. */
function keysWithin(key: string, value: unknown, depth = 0): readonly string[] {
  if (!isRecord(value) || depth > DEEPEST) return [key];
  return [
    key,
    ...Object.entries(value).flatMap(([name, inner]) => keysWithin(`${key}.${name}`, inner, depth + 1)),
  ];
}

/** No setting is nested deeper; what is below counts as its ancestor. */
const DEEPEST = 30;
