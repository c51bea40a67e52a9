/** Programs that never end: with a child process, and one that makes a session of its own. */
export const forking = {
  'fork.js': `const { spawn } = require('node:child_process');
spawn('sleep', ['4711'], { stdio: 'inherit' });
spawn('sleep', ['4712'], { stdio: 'ignore', detached: true });
setInterval(() => {}, 1_000);
console.log('ready');
`,
  'fork.py': `import subprocess, time
subprocess.Popen(['sleep', '4711'])
subprocess.Popen(['sleep', '4712'], start_new_session=True)
print('ready', flush=True)
while True: time.sleep(1)
`,
};
