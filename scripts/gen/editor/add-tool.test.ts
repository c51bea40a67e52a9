import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { generateEditor } from './files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SLOW = 120_000;

const metadata = `
alias: greeting.send
category: bridge
tier: expert
title: Send a greeting
description: Greets somebody.
kind: query
effect: reads
safety: { readOnly: true, destructive: false, idempotent: true, openWorld: false }
timeout: { wait: 0, hard: 1000 }
needs: { host: false, session: false, stopped: false, capability: null }
when: null
common: []
params:
  to: { type: string, required: true, example: Ada }
  loud: { type: boolean, default: false }
result: { fields: { text: { type: string } } }
errors: []
mcp: {}
llm: { when_to_use: To be polite., workflows: [], requires: [] }
cli: { examples: [] }
`;

const handler = `
import type { Handler } from '../../handler.ts';

export const handle: Handler<'greeting_send'> = async ({ to, loud }) => ({ text: loud ? to.toUpperCase() : to });
`;

/** A copy of the package, in a project of its own with the same libraries. */
function copyOfEditor() {
  const folder = realpathSync(tempFolder());
  const editor = join(folder, 'packages/editor');
  cpSync(join(root, 'packages/editor'), editor, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'tsconfig.json'), join(folder, 'base.json'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const project = { extends: './base.json', include: [], files: ['packages/editor/src/server.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const write = (path: string, text: string) => {
    mkdirSync(join(editor, path, '..'), { recursive: true });
    writeFileSync(join(editor, path), text);
  };
  const generate = () => {
    for (const [path, text] of generateEditor(folder)) writeFileSync(join(folder, path), text);
  };
  const compile = () =>
    spawnSync(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', folder], { encoding: 'utf8' }).stdout;
  return { folder, editor, write, generate, compile };
}

/** Calls the tool in a process of its own, which loads the changed copy. */
function callTool(editor: string, name: string, input: unknown): unknown {
  const script = `
    const { editorTools } = await import(${JSON.stringify(join(editor, 'src/editor-tools.ts'))});
    const found = editorTools({ host: { liveSessions: () => 0 }, bridge: {}, errors: { list: () => [] } }).find(({ tool }) => tool.name === ${JSON.stringify(name)});
    const input = found.tool.input.parse(${JSON.stringify(input)});
    console.log(JSON.stringify(await found.tool.run(input, {})));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  );
}

test('scenario 6: a tool is one YAML file and one handler; without the handler it does not compile', {
  timeout: SLOW,
}, () => {
  const { editor, write, generate, compile } = copyOfEditor();
  write('catalogue/greeting/send.meta.yaml', metadata);
  generate();
  expect(compile()).toContain("Cannot find module '../handlers/greeting/send.ts'");
  write('src/handlers/greeting/send.ts', handler);
  expect(compile()).toBe('');
  expect(callTool(editor, 'greeting_send', { to: 'Ada', loud: true })).toEqual({ text: 'ADA' });
});

test('a handler of another type does not compile', { timeout: SLOW }, () => {
  const { write, generate, compile, editor } = copyOfEditor();
  write('catalogue/greeting/send.meta.yaml', metadata);
  write('src/handlers/greeting/send.ts', handler.replace('loud ? to.toUpperCase() : to', '3'));
  generate();
  expect(compile()).toMatch(/handlers\/greeting\/send\.ts.*error TS2322/);
  rmSync(join(editor, 'catalogue/greeting'), { recursive: true });
});
