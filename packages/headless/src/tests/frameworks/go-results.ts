import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { ProgramEnd, TestCase, TestTarget } from '../framework.ts';
import { messageText } from './javascript.ts';

export const goEventSchema = z.object({
  Action: z.string(),
  Package: z.string().default(''),
  Test: z.string().optional(),
  Output: z.string().default(''),
});
type GoEvent = z.output<typeof goEventSchema>;

interface Result {
  readonly name: string;
  readonly package: string;
  output: string;
  status?: TestCase['status'] | undefined;
}

const STATUS: Readonly<Record<string, TestCase['status']>> = {
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
};
/** Lines of the testing package itself. */
const FRAME = /^\s*(?:===|---) /;
const OUTPUT_CHARACTERS = 4_000;
const TAIL_LINES = 40;

/** Collects the events of `go test -json`. */
export class GoResults {
  tail: readonly string[] = [];
  readonly #root: string;
  readonly #module: string;
  readonly #targets: readonly TestTarget[];
  readonly #results = new Map<string, Result>();
  readonly #failedPackages = new Set<string>();

  constructor(root: string, module: string, targets: readonly TestTarget[]) {
    this.#root = root;
    this.#module = module;
    this.#targets = targets;
  }

  add({ Action, Package, Test, Output }: GoEvent): void {
    if (Output.trim() !== '')
      this.tail = [...this.tail.slice(1 - TAIL_LINES), Output.trimEnd().slice(0, 400)];
    if (Test === undefined) {
      if (Action === 'fail') this.#failedPackages.add(Package);
      return;
    }
    const key = `${Package} ${Test}`;
    const result = this.#results.get(key) ?? { name: Test, package: Package, output: '' };
    this.#results.set(key, result);
    if (!FRAME.test(Output)) result.output = (result.output + Output).slice(0, OUTPUT_CHARACTERS);
    result.status = STATUS[Action] ?? result.status;
  }

  /** A test with subtests is counted only where it failed by itself. */
  cases(end: ProgramEnd): TestCase[] {
    const results = [...this.#results.values()];
    const counted = results.filter((result) => {
      const inner = results.filter(
        (other) => other.package === result.package && other.name.startsWith(`${result.name}/`),
      );
      return (
        inner.length === 0 || (result.status === 'failed' && !inner.some(({ status }) => status === 'failed'))
      );
    });
    return [...counted.map((result) => this.#testCase(result)), ...this.#broken(results, end)];
  }

  /** A test without an end was running when its program ended, for example by a panic or os.Exit. */
  #testCase({ name, package: owner, output, status = 'failed' }: Result): TestCase {
    if (status !== 'failed') return { name, status };
    const folder = this.#folder(owner);
    const testPath = this.#targets.find((target) => dirname(target.path) === folder)?.path;
    const place = /(\w[\w.-]*\.go):(\d+)/.exec(output);
    const path = place?.[1] === undefined ? undefined : join(folder, place[1]);
    return {
      name,
      status,
      testPath,
      path,
      line: place?.[2] ? Number(place[2]) : undefined,
      message: messageText(output),
    };
  }

  /** Packages that failed without a failed test: they did not build, or ended early. */
  #broken(results: readonly Result[], { tail }: ProgramEnd): TestCase[] {
    const explained = new Set(
      results.filter(({ status }) => status !== 'passed' && status !== 'skipped').map((r) => r.package),
    );
    return [...this.#failedPackages]
      .filter((name) => !explained.has(name))
      .map((name) => ({
        name,
        status: 'failed',
        path: this.#folder(name),
        message: messageText([...this.tail, ...tail].slice(-12).join('\n')),
      }));
  }

  #folder(name: string): string {
    const below = name.startsWith(this.#module) ? name.slice(this.#module.length) : '';
    return join(this.#root, ...below.split('/'));
  }
}
