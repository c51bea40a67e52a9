import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { DebugConfiguration } from '@molehill/editor/host';
import { expect, test } from 'vitest';
import { cCompiler } from '../../../../test/engines/c-compiler.ts';
import { type AdapterName, debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import { openTestHost, startContext, startOf, type TestHostWithRecords } from '../testing/host.ts';

interface Language {
  readonly files: Readonly<Record<string, string>>;
  /** The line of `total += price`. */
  readonly line: number;
  readonly source: string;
  /** Undefined where the machine cannot build the program. */
  launch(folder: string): Partial<DebugConfiguration> | undefined;
}

const languages: Readonly<Record<AdapterName, Language>> = {
  'js-debug': {
    files: {
      'sum.js':
        'let total = 0;\nfor (const price of [1, 2, 3]) {\n  total += price;\n}\nconsole.log("total", total);\n',
    },
    source: 'sum.js',
    line: 3,
    launch: (folder) => ({ type: 'node', program: join(folder, 'sum.js') }),
  },
  debugpy: {
    files: { 'sum.py': 'total = 0\nfor price in [1, 2, 3]:\n    total += price\nprint("total", total)\n' },
    source: 'sum.py',
    line: 3,
    launch: (folder) => ({ type: 'debugpy', program: join(folder, 'sum.py') }),
  },
  delve: {
    files: {
      'go.mod': 'module sum\n\ngo 1.20\n',
      'main.go':
        'package main\n\nimport "fmt"\n\nfunc main() {\n\ttotal := 0\n\tfor _, price := range []int{1, 2, 3} {\n\t\ttotal += price\n\t}\n\tfmt.Println("total", total)\n}\n',
    },
    source: 'main.go',
    line: 8,
    launch: (folder) => ({ type: 'go', program: folder }),
  },
  codelldb: {
    files: {
      'sum.c':
        '#include <stdio.h>\nint main(void) {\n  int total = 0;\n  for (int price = 1; price <= 3; price++) {\n    total += price;\n  }\n  printf("total %d\\n", total);\n  return 0;\n}\n',
    },
    source: 'sum.c',
    line: 5,
    launch(folder) {
      const compiler = cCompiler();
      if (compiler === undefined) return undefined;
      execFileSync(compiler, ['-g', '-O0', '-o', 'sum', 'sum.c'], { cwd: folder });
      return { type: 'lldb', program: join(folder, 'sum') };
    },
  },
};

test.for(Object.keys(languages) as AdapterName[])(
  '%s stops a program and passes on its output',
  async (name, { skip }) => {
    if ((await debugAdapter(name)) === undefined) skip();
    const language = languages[name];
    const opened = openTestHost(language.files);
    const { host, folder, records } = opened;
    const path = join(folder, language.source);
    const location = { kind: 'line' as const, path, line: language.line };
    await host.debug.breakpoints.put({ id: 'a', scope: 'test', isEnabled: true, location });
    const launch = language.launch(folder) ?? skip();
    await host.debug.start(startOf(folder, { cwd: folder, ...launch }), startContext);
    expect(await lineOfStop(opened)).toBe(language.line);
    await host.debug.breakpoints.remove(['a']);
    const { session, event } = await records.next('stopped');
    await session.send('continue', { threadId: event.body.threadId });
    await session.ended;
    expect(records.output()).toContain('total 6');
  },
);

async function lineOfStop({ records }: TestHostWithRecords): Promise<number | undefined> {
  const { session, event } = await records.next('stopped');
  const { threadId } = event.body;
  const stack = (await session.send('stackTrace', { threadId, levels: 1 })) as {
    readonly stackFrames: readonly { readonly line: number }[];
  };
  return stack.stackFrames[0]?.line;
}
