import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../clients/json.ts';
import { temporaryFolder } from './cleanup.ts';
import { firstJsonLine, type Running, start } from './processes.ts';

/** Lines that the printing programs print, each of `LINE` characters: 50 MB. */
export const LINES = 50_000;
const LINE = 1_000;

const FILES = {
  'forever.mjs': 'setInterval(() => {}, 1000);\n',
  'idle.mjs': 'console.log("ready", process.pid);\nsetInterval(() => {}, 1000);\n',
  'idle.py': 'import os, time\nprint("ready", os.getpid(), flush=True)\ntime.sleep(600)\n',
  'ready.mjs': `import { existsSync, writeFileSync } from 'node:fs';
writeFileSync(new URL('./ready', import.meta.url), '');
setInterval(() => {}, 1000);
`,
  'loop.mjs': 'let turns = 0;\nconsole.log("ready");\nfor (;;) {\n  turns += 1;\n}\n',
  'loop.py': 'turns = 0\nprint("ready")\nwhile True:\n    turns += 1\n',
  'fork.mjs': `import { fork } from 'node:child_process';
fork(new URL('./child.mjs', import.meta.url)).on('exit', (code) => console.log('child', code));
`,
  'child.mjs': 'const answer = 42;\nconsole.log("forked", answer);\nsetInterval(() => {}, 1000);\n',
  'leave.mjs': `import { spawn } from 'node:child_process';
const child = new URL('./forever.mjs', import.meta.url).pathname;
spawn(process.execPath, [child], { detached: true, stdio: 'ignore' }).unref();
`,
  'fork.py': `import os, time
pid = os.fork()
if pid == 0:
    answer = 42
    print("forked", answer)
    time.sleep(600)
os.waitpid(pid, 0)
`,
  'print.mjs': `for (let i = 1; i <= ${LINES}; i++) console.log(\`\${i} \`.padEnd(${LINE}, 'x'));\nconsole.log('the end');\n`,
  'print.py': `for i in range(1, ${LINES} + 1):\n    print(f"{i} ".ljust(${LINE}, "x"))\nprint("the end")\n`,
  'large.mjs': `const list = Array.from({ length: 100_000 }, (_, i) => i);
const ring = { name: 'ring' };
ring.ring = ring;
debugger;
`,
  'large.py': `items = list(range(100_000))
ring = {"name": "ring"}
ring["ring"] = ring
print(len(items))
`,
  'never.mjs': 'console.log("never loaded");\n',
  'exit.mjs': 'process.exit(3);\n',
  'throw.cjs': 'console.log("before");\nthrow new RangeError("too far");\n',
  'throw.mjs': 'console.log("before");\nthrow new RangeError("too far");\n',
  'write.mjs': 'process.stdout.write("one write\\n");\nprocess.stderr.write("one complaint\\n");\n',
  'stdin.mjs': `let read = 0;
process.stdin.on('data', (chunk) => (read += chunk.length)).on('end', () => console.log('read', read));
`,
  'ticks.mjs': `let ticks = 0;
console.log(JSON.stringify({ pid: process.pid }));
function tick() {
  console.log(++ticks);
}
setInterval(tick, 50);
`,
  'steps.cjs': 'let a = 1;\na += 1;\na += 2;\na += 3;\nsetInterval(() => {}, 1000);\n',
  'family.cjs': `const { spawn } = require('node:child_process');
const child = require('node:path').join(__dirname, 'steps.cjs');
spawn(process.execPath, [child], { detached: true, stdio: 'ignore' });
setInterval(() => {}, 1000);
`,
};

/** A workspace with small programs to debug. */
export function debugProject(): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  return folder;
}

/** A program with an open inspector, which nobody debugs yet. It prints a number every 50 ms, in line 4. */
export async function startTicks(
  workspace: string,
): Promise<{ running: Running; pid: number; port: number }> {
  const running = start(process.execPath, ['--inspect=0', join(workspace, 'ticks.mjs')]);
  const pid = Number(at(await firstJsonLine(running), 'pid'));
  const port = Number(/ws:\/\/[\d.]+:(\d+)/.exec(running.output.stderr)?.[1]);
  return { running, pid, port };
}
