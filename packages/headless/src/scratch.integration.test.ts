import { join } from 'node:path';
import { test } from 'vitest';
import { openDebugClient } from './testing/debug-client.ts';
test('scratch', async () => {
  const c = openDebugClient({ copy: join(import.meta.dirname, 'testing/programs/javascript') });
  const t0 = Date.now();
  c.host.debug.onDidStart((d) => {
    const send = d.send.bind(d);
    d.send = async (...a: Parameters<typeof send>) => { const r = await send(...a); process.stdout.write(`   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} > ${a[0]} ${JSON.stringify(a[1])?.slice(0, 200)} => ${JSON.stringify(r)?.slice(0, 300)}\n`); return r; };
  });
  c.host.debug.onDidStart((d) => d.onEvent((e) => process.stdout.write(`   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} ${e.event} ${JSON.stringify(e.body)?.slice(0, 200)}\n`)));
  c.host.debug.onDidStart((d) => d.ended.then((e) => process.stdout.write(`   ${Date.now() - t0} ${d.parent ? 'child' : 'root'} ENDED ${JSON.stringify(e)}\n`)));
  const show = async (t: string, i = {}) => process.stdout.write(`\n## ${t} ${JSON.stringify(i)}\n${await c.read(t, i)}\n`);
  const config = { type: 'node', program: c.folder + '/shop.js', outputCapture: 'std' };
  c.write('shop2.js', `process.stdout.write('raw\\n'); console.error('err'); console.log({a: {b: {c: {d: 1}}}}, [1,2]); for (let i = 0; i < 3; i++) {\n  1 + 1;\n}\nconsole.log('x'.repeat(100000)); console.log('last'); process.exit(4);`);
  await show('debug_start', { config: { ...config, outputCapture: 'console', program: c.folder + '/shop2.js' }, exceptions: 'none' });
}, 60000);
