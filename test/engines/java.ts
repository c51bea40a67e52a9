import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { placeFor, serverAccount } from './account.ts';
import { installOnBuildMachine } from './debian.ts';

/** Java versions that a program supports. */
export interface JavaRange {
  readonly from: number;
  readonly to: number;
}

const PLACES = [
  '/usr/lib/jvm/*',
  '/usr/java/*',
  '/opt/java/*',
  '/opt/jdk*',
  '/Library/Java/JavaVirtualMachines/*/Contents/Home',
  join(homedir(), '.sdkman/candidates/java/*'),
  join(homedir(), '.jdks/*'),
];

/** Homes from environment variables, including those of CI images (`JAVA_HOME_17_X64`). */
function namedHomes(): string[] {
  const names = Object.keys(process.env).filter((name) => /^(JAVA_HOME|JDK_HOME)(_|$)/.test(name));
  return names.flatMap((name) => process.env[name] ?? []);
}

function homesInPath(): string[] {
  const programs = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'java'));
  return programs.filter((path) => existsSync(path)).map((path) => dirname(dirname(realpathSync(path))));
}

function majorVersion(home: string): number {
  const release = join(home, 'release');
  if (!existsSync(release) || !existsSync(join(home, 'bin', 'java'))) return 0;
  return Number(/^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1] ?? 0);
}

function findHome({ from, to }: JavaRange): string | undefined {
  const homes = [...namedHomes(), ...globSync(PLACES), ...homesInPath()];
  return homes.find((home) => majorVersion(home) >= from && majorVersion(home) <= to);
}

/** The home of a matching Java that the servers' account can enter. */
export async function javaHome(range: JavaRange): Promise<string | undefined> {
  if (!findHome(range)) {
    try {
      installOnBuildMachine(packageOf(range));
    } catch {
      // Not every release of the system has every Java version; the caller reports a missing one.
    }
  }
  const home = findHome(range);
  return home && placeFor(serverAccount(), realpathSync(home), `java-${majorVersion(home)}`);
}

const packageOf = ({ from }: JavaRange) => `openjdk-${from}-jdk-headless`;

export function whyNoJava(range: JavaRange): string {
  const { from, to } = range;
  const versions = to === from ? `${from}` : `${from} or later`;
  return `no Java ${versions} on this machine; \`sudo apt-get install ${packageOf(range)}\` adds one`;
}
