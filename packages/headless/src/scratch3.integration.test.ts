import { execFileSync } from 'node:child_process';
import { test } from 'vitest';
import { openDebugClient } from './testing/debug-client.ts';
const C = `#include <stdio.h>
#include <stdlib.h>

int price(int n, int scale) {
  int base = n * scale;
  return base + 1;
}

int main(int argc, char **argv) {
  int total = 0;
  for (int n = 1; n <= 3; n++) {
    total += price(n, 2);
  }
  printf("total %d\\n", total);
  if (argc > 1) abort();
  return 3;
}
`;
test('c', async () => {
  const c = openDebugClient({ files: { 'a.c': C, 'a.go': 'package main\nfunc main() {}\n', 'go.mod': 'module x\n', 'a.py':'pass\n', 'a.js': '1\n' } });
  execFileSync('gcc', ['-g', '-O0', '-o', `${c.folder}/a`, `${c.folder}/a.c`]);
  const t0 = Date.now();
  c.host.debug.onDidStart((d) => d.onEvent((e) => /module|loadedSource|telemetry/.test(JSON.stringify(e)) || process.stdout.write(`   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} ${e.event} ${JSON.stringify(e.body)?.slice(0, 200)}\n`)));
  c.host.debug.onDidStart((d) => d.ended.then((e) => process.stdout.write(`   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} ENDED ${JSON.stringify(d.capabilities.exceptionBreakpointFilters)} ${JSON.stringify(e)}\n`)));
  const show = async (t: string, i = {}) => process.stdout.write(`\n## ${t} ${JSON.stringify(i)}\n${await c.read(t, i)}\n`);
  await show('debug_start', { path: 'a.js' });
  await show('debug_start', { config: { type: 'debugpy', program: `${c.folder}/a.py` } });
  await show('debug_start', { config: { type: 'go', program: c.folder } });
  const config = { type: 'lldb', program: `${c.folder}/a` };
  await show('breakpoint_set', { path: 'a.c', line: 12 });
  await show('debug_start', { config });
  await show('debug_step_into');
  await show('debug_step_over');
  await show('debug_step_over');
  await show('debug_step_out');
  await show('debug_status', { capabilities: true });
  await show('breakpoint_clear');
  await show('breakpoint_set', { function: 'price' });
  await show('debug_continue');
  await show('breakpoint_clear');
  await show('debug_step_out');
  await show('debug_continue');
  await show('debug_start', { config: { ...config, args: ['x'] } });
  await show('debug_continue');
  await show('breakpoint_set', { path: 'a.c', line: 12, condition: 'n == 2' });
  await show('breakpoint_set', { path: 'a.c', line: 5, logMessage: 'n is {n}' });
  await show('debug_start', { config });
  await show('debug_run_to_line', { path: 'a.c', line: 14 });
  await show('debug_continue');
}, 60000);
