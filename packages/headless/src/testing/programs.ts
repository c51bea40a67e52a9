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
  'fork.c': `#include <stdio.h>
#include <unistd.h>
int main(void) {
  if (fork() == 0) return execlp("sleep", "sleep", "4711", NULL);
  if (fork() == 0) return setsid() < 0 || execlp("sleep", "sleep", "4712", NULL);
  puts("ready");
  fflush(stdout);
  for (;;) sleep(1);
}
`,
  'go.mod': 'module example\n\ngo 1.21\n',
  'fork.go': `package main

import ("fmt"; "os/exec"; "syscall"; "time")

func main() {
	exec.Command("sleep", "4711").Start()
	own := exec.Command("sleep", "4712")
	own.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	own.Start()
	fmt.Println("ready")
	for { time.Sleep(time.Second) }
}
`,
};
