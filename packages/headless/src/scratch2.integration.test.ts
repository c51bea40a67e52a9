import { test } from 'vitest';
import { openDebugClient } from './testing/debug-client.ts';
import { cpSync } from 'node:fs';
const PY = `import sys

def price(n, scale=2):
    base = n * scale
    return base + 1

def main():
    total = 0
    for n in [1, 2, 3]:
        total += price(n)
    print("total", total)
    try:
        raise ValueError("caught")
    except ValueError:
        pass
    if len(sys.argv) > 1:
        raise KeyError("boom")
    sys.exit(3)

main()
`;
const GO = `package main

import (
	"fmt"
	"os"
)

func price(n int, scale int) int {
	base := n * scale
	return base + 1
}

func main() {
	total := 0
	for _, n := range []int{1, 2, 3} {
		total += price(n, 2)
	}
	fmt.Println("total", total)
	if len(os.Args) > 1 {
		panic("boom")
	}
	os.Exit(3)
}
`;
async function go(c: ReturnType<typeof openDebugClient>, config: object, file: string, line: number, fn: string) {
  const t0 = Date.now();
  c.host.debug.onDidStart((d) => d.onEvent((e) => /module|loadedSource|telemetry/.test(JSON.stringify(e)) || process.stdout.write(`   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} ${e.event} ${JSON.stringify(e.body)?.slice(0, 200)}\n`)));
  c.host.debug.onDidStart((d) => d.ended.then((e) => process.stdout.write(`   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} ENDED ${JSON.stringify(e)}\n`)));
  const show = async (t: string, i = {}) => process.stdout.write(`\n## ${t} ${JSON.stringify(i)}\n${await c.read(t, i)}\n`);
  await show('breakpoint_set', { path: file, line });
  await show('debug_start', { config });
  await show('debug_step_into');
  await show('debug_step_over');
  await show('debug_step_over');
  await show('debug_step_out');
  await show('debug_status', { capabilities: true });
  await show('breakpoint_clear');
  await show('breakpoint_set', { function: fn });
  await show('debug_continue');
  await show('breakpoint_clear');
  await show('debug_step_out');
  await show('debug_continue');
  await show('debug_start', { config: { ...config, args: ['x'] } });
  await show('debug_continue');
  await show('breakpoint_set', { path: file, line: 1 });
  await show('breakpoint_set', { path: file, line: line - 1, condition: 'n == 2' });
  await show('breakpoint_set', { path: file, line: line, logMessage: 'n is {n}' });
  await show('debug_start', { config });
  await show('debug_run_to_line', { path: file, line: line + 1 });
  await show('debug_continue');
}
test('py', async () => {
  const c = openDebugClient({ files: { 'a.py': PY } });
  await go(c, { type: 'debugpy', request: 'launch', program: `${c.folder}/a.py` }, 'a.py', 10, 'price');
}, 60000);
test('go', async () => {
  const c = openDebugClient({ files: { 'main.go': GO, 'go.mod': 'module shop\n\ngo 1.21\n' } });
  await go(c, { type: 'go', request: 'launch', program: c.folder }, 'main.go', 16, 'main.price');
}, 120000);
