import { expect, test } from 'vitest';
import { parseLines, readHostOptions } from './config-file.ts';
import { createHome } from './testing/server.ts';

function optionsOf(config: string, host = 'db', files: Record<string, string> = {}) {
  const { home, write } = createHome();
  for (const [name, text] of Object.entries(files)) write(name, text);
  return readHostOptions(write('.ssh/config', config), host, home);
}

test('a missing file has no settings', () => {
  expect(readHostOptions('/nowhere/config', 'db', '/nowhere')).toEqual({
    identityFiles: [],
    identitiesOnly: false,
  });
});

test('parses words, equal signs, quotes, comments and keywords in any case', () => {
  const text = [
    '# comment',
    'HostName=a.test',
    ' port = 22 # why',
    'IdentityFile "with space" b',
    'USER\tme',
    'odd',
  ];
  expect(parseLines(text.join('\r\n'))).toEqual([
    { keyword: 'hostname', values: ['a.test'] },
    { keyword: 'port', values: ['22'] },
    { keyword: 'identityfile', values: ['with space', 'b'] },
    { keyword: 'user', values: ['me'] },
  ]);
});

test('uses the first value of a keyword and collects all key files', () => {
  const config = `
    IdentityFile ~/.ssh/first
    Host db
      HostName db.internal
      User one
      IdentityFile ~/.ssh/second
    Host *
      User two
      Port 2222
      IdentitiesOnly yes
      ProxyJump bastion
      UserKnownHostsFile ~/.ssh/kh1 ~/.ssh/kh2`;
  expect(optionsOf(config)).toEqual({
    hostName: 'db.internal',
    user: 'one',
    port: 2222,
    identityFiles: ['~/.ssh/first', '~/.ssh/second'],
    identitiesOnly: true,
    proxyJump: 'bastion',
    userKnownHostsFiles: ['~/.ssh/kh1', '~/.ssh/kh2'],
  });
});

test('matches and excludes hosts by pattern', () => {
  const config = 'Host *.prod !secret.prod\n  User deploy\nHost d?\n  User short';
  expect(optionsOf(config, 'web.prod').user).toBe('deploy');
  expect(optionsOf(config, 'secret.prod').user).toBeUndefined();
  expect(optionsOf(config, 'db').user).toBe('short');
  expect(optionsOf(config, 'dbx').user).toBeUndefined();
});

test('applies the plain criteria of Match and never runs a command', () => {
  const config = (criteria: string) => `Match ${criteria}\n  User matched`;
  for (const criteria of ['all', 'host db', 'originalhost db,other', 'host d* originalhost db']) {
    expect(optionsOf(config(criteria)).user).toBe('matched');
  }
  for (const criteria of ['host other', 'exec "true"', 'host db exec "true"', 'user me', 'final all', '']) {
    expect(optionsOf(config(criteria)).user).toBeUndefined();
  }
});

test('includes other files in place', () => {
  const files = {
    '.ssh/conf.d/10-a': 'Host db\n  User from-a',
    '.ssh/conf.d/20-b': 'Host db\n  User from-b\n  Port 7',
    elsewhere: 'Host other\n  Port 9\nHost db\n  HostKeyAlias alias',
  };
  const config =
    'Include conf.d/* missing\nHost other\n  Include ~/elsewhere\nHost db\n  Include ~/elsewhere\n  User late';
  expect(optionsOf(config, 'db', files)).toMatchObject({ user: 'from-a', port: 7, hostKeyAlias: 'alias' });
});

test('stops at a file that includes itself', () => {
  expect(optionsOf('Include ~/.ssh/config\nUser me').user).toBe('me');
});
