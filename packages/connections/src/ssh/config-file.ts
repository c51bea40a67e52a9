import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { matchesPatterns, readTextFile } from './text-files.ts';

export type HostOptions = ReturnType<typeof readHostOptions>;

interface Line {
  readonly keyword: string;
  readonly values: readonly string[];
}

const DEEPEST_INCLUDE = 8;

/** The settings of a config file, and of those it includes, for one host. The first value of a keyword applies. */
export function readHostOptions(path: string, host: string, home: string) {
  const lines = [...linesFor(path, host, join(home, '.ssh'), 0)];
  const find = (wanted: string) => lines.find(({ keyword }) => keyword === wanted)?.values;
  const first = (keyword: string) => find(keyword)?.[0];
  const port = Number(first('port'));
  return {
    hostName: first('hostname'),
    port: Number.isInteger(port) && port > 0 ? port : undefined,
    user: first('user'),
    identityAgent: first('identityagent'),
    proxyJump: first('proxyjump'),
    proxyCommand: first('proxycommand'),
    hostKeyAlias: first('hostkeyalias'),
    userKnownHostsFiles: find('userknownhostsfile'),
    identityFiles: lines.flatMap(({ keyword, values }) => (keyword === 'identityfile' ? values : [])),
    identitiesOnly: first('identitiesonly')?.toLowerCase() === 'yes',
  };
}

/** The lines that apply to a host, in order, with those of included files in place. */
function* linesFor(path: string, host: string, sshFolder: string, depth: number): Generator<Line> {
  let applies = true;
  for (const line of parseLines(readTextFile(path))) {
    if (line.keyword === 'host') applies = matchesPatterns(host, line.values);
    else if (line.keyword === 'match') applies = matchApplies(line.values, host);
    else if (!applies) continue;
    else if (line.keyword !== 'include') yield line;
    else if (depth < DEEPEST_INCLUDE)
      for (const file of line.values.flatMap((pattern) => filesOf(pattern, sshFolder)))
        yield* linesFor(file, host, sshFolder, depth + 1);
  }
}

/** Criteria that would run a program, or that need the connection, never apply. */
function matchApplies(criteria: readonly string[], host: string): boolean {
  const [criterion = '', patterns = '', ...rest] = criteria;
  if (criterion.toLowerCase() === 'all') return criteria.length === 1;
  if (!/^(original)?host$/i.test(criterion) || !matchesPatterns(host, patterns.split(','))) return false;
  return rest.length === 0 || matchApplies(rest, host);
}

export function parseLines(text: string): Line[] {
  return text.split(/\r?\n/).flatMap((raw) => {
    const [, keyword, rest = ''] = /^\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*)$/.exec(raw) ?? [];
    return keyword === undefined ? [] : [{ keyword: keyword.toLowerCase(), values: splitValues(rest) }];
  });
}

/** Words and quoted strings, up to a comment. */
function splitValues(text: string): string[] {
  const words = [...text.matchAll(/"([^"]*)"|(\S+)/g)];
  const comment = words.findIndex(([whole]) => whole.startsWith('#'));
  return (comment === -1 ? words : words.slice(0, comment)).map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Expands wildcards in the file name only, where people use them. */
function filesOf(pattern: string, sshFolder: string): string[] {
  const expanded = pattern.startsWith('~/') ? join(dirname(sshFolder), pattern.slice(2)) : pattern;
  const path = isAbsolute(expanded) ? expanded : join(sshFolder, expanded);
  if (!/[*?]/.test(basename(path))) return [path];
  const names = readNames(dirname(path)).filter((name) => matchesPatterns(name, [basename(path)]));
  return names.sort().map((name) => join(dirname(path), name));
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
