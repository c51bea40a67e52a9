import { test } from 'vitest';
import { openDebugClient } from './testing/debug-client.ts';

const P = `function price(n) {
  const base = n * 2;
  return base + 1;
}
let total = 0;
for (const n of [1, 2, 3]) {
  total += price(n);
}
console.log('total', total);
try { throw new Error('caught one'); } catch {}
process.exitCode = 3;
`;
test('scratch', async () => {
  const c = openDebugClient({ files: { 'sum.js': P } });
  const t0 = Date.now();
  c.host.debug.onDidStart((d) =>
    d.onEvent((e) =>
      process.stdout.write(
        `   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} ${e.event} ${JSON.stringify(e.body)?.slice(0, 200)}\n`,
      ),
    ),
  );
  c.host.debug.onDidStart((d) =>
    d.ended.then((e) =>
      process.stdout.write(
        `   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} ENDED ${JSON.stringify(e)}\n`,
      ),
    ),
  );
  const show = async (t: string, i = {}) =>
    process.stdout.write(`\n## ${t} ${JSON.stringify(i)}\n${await c.read(t, i)}\n`);
  await show('debug_status');
  await show('debug_continue');
  await show('breakpoint_set', { path: 'sum.js', line: 7 });
  await show('debug_start', { path: 'sum.js' });
  await show('debug_status');
  await show('debug_step_into');
  await show('debug_step_over');
  await show('debug_step_over');
  await show('debug_step_out');
  await show('breakpoint_list');
  await show('breakpoint_clear');
  await show('debug_run_to_line', { path: 'sum.js', line: 9 });
  await show('breakpoint_list');
  await show('debug_continue');
  await show('debug_status', { all: true });
  c.write('bad.js', `function f(a) {\n  throw new TypeError('bad ' + a);\n}\ntry { f(1); } catch {}\nf(2);\n`);
  await show('debug_start', { path: 'bad.js' });
  console.log(JSON.stringify(await c.host.debug.sessions.at(-1)?.send('exceptionInfo', { threadId: 0 })));
  await show('debug_continue');
  await show('debug_start', { path: 'bad.js', exceptions: 'all' });
  await show('debug_continue');
  await show('debug_continue');
  await show('debug_start', { path: 'bad.js', exceptions: 'none' });
  c.write('loop.js', `let i = 0;\nwhile (true) {\n  i += 1;\n}\n`);
  await show('debug_start', { path: 'loop.js', timeoutMs: 1500 });
  await show('debug_pause');
  await show('debug_pause');
  await show('debug_stop');
  await show('debug_stop');
  return;
  await show('breakpoint_set', { path: 'sum.js', text: 'nothing here' });
  await show('breakpoint_set', { path: 'sum.js', text: 'n' });
  await show('breakpoint_set', { path: 'sum.js', line: 99 });
  await show('breakpoint_set', { path: 'sum.js', line: 2, expect: 'foo' });
  await show('breakpoint_set', { path: 'sum.js', line: 2, condition: 'n === 99' });
  await show('breakpoint_add', { file: 'sum.js', line: 5, logMessage: 'start' });
  await show('debug_restart');
}, 60000);
