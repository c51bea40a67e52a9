import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { protectedKeys } from './protected.ts';

const PROTECTED = [
  'terminal.integrated.profiles.linux',
  'terminal.integrated.env.linux',
  'terminal.external.linuxExec',
  'python.defaultInterpreterPath',
  'python.envFile',
  'python.testing.pytestArgs',
  'git.path',
  'typescript.tsdk',
  'typescript.tsserver.nodePath',
  'typescript.tsserver.pluginPaths',
  'eslint.runtime',
  'eslint.execArgv',
  'go.alternateTools',
  'go.toolsEnvVars',
  'rust-analyzer.server.path',
  'rust-analyzer.server.extraEnv',
  'rust-analyzer.check.overrideCommand',
  'clangd.arguments',
  'java.home',
  'java.jdt.ls.vmargs',
  'php.validate.executablePath',
  'biome.lsp.bin',
  'ruff.interpreter',
  'security.workspace.trust.enabled',
  'chat.tools.global.autoApprove',
  'chat.tools.terminal.autoApprove',
  'chat.mcp.autostart',
  'mcp',
  'launch',
  'tasks',
  'task.allowAutomaticTasks',
  'npm.packageManager',
  'code-runner.executorMap',
  'emeraldwalk.runonsave',
  'makefile.launchConfigurations',
  'mochaExplorer.require',
  'latex-workshop.latex.tools',
  'http.proxy',
  'http.proxyStrictSSL',
  'remote.SSH.configFile',
  'dev.containers.dockerPath',
  'extensions.autoUpdate',
  'github-enterprise.uri',
  'workbench.externalBrowser',
];

const PLAIN = [
  'editor.tabSize',
  'editor.formatOnSave',
  'editor.wordWrap',
  'editor.quickSuggestions',
  'editor.bracketPairColorization.enabled',
  'explorer.fileNesting.patterns',
  'git.autofetch',
  'search.useIgnoreFiles',
  'json.schemas',
  'editor.defaultFormatter',
  'editor.codeActionsOnSave',
  'editor.rulers',
  'editor.suggest.showModules',
  'files.eol',
  'files.exclude',
  'files.associations',
  'files.trimTrailingWhitespace',
  'search.exclude',
  'workbench.colorTheme',
  'typescript.preferences.importModuleSpecifier',
  'typescript.suggest.paths',
  'typescript.updateImportsOnFileMove.enabled',
  'python.analysis.typeCheckingMode',
  'python.analysis.extraPaths',
  'cSpell.words',
  'prettier.singleQuote',
];

const asks = (key: string, value: unknown = 'x', target: 'user' | 'workspace' = 'workspace') =>
  protectedKeys(key, [value], target).length > 0;

describe('a change of a setting', () => {
  test.each(PROTECTED)('of %s is protected', (key) => expect(asks(key)).toBe(true));

  test.each(PLAIN)('of %s is not', (key) => expect(asks(key)).toBe(false));

  test.each(PLAIN)('of %s for the user is protected', (key) => expect(asks(key, 'x', 'user')).toBe(true));

  test('is protected under every spelling of a protected key', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROTECTED), anySpelling, (key, spell) => {
        const [written, value] = spell(key);
        expect(asks(written, value)).toBe(true);
      }),
    );
  });

  test('is protected where it removes a protected key', () => {
    expect(protectedKeys('python', [{}, { defaultInterpreterPath: '/evil' }], 'workspace')).toEqual([
      { key: 'python.defaultInterpreterPath', reason: expect.stringContaining('program') },
    ]);
    expect(protectedKeys('[python]', [null, { 'git.path': '/evil' }], 'workspace')).toHaveLength(1);
  });

  test('of an object without protected keys is not', () => {
    expect(asks('[python]', { 'editor.tabSize': 2, editor: { rulers: [80] } })).toBe(false);
    expect(asks('files.exclude', { '**/dist': true })).toBe(false);
  });
});

type Spelling = (key: string) => readonly [key: string, value: unknown];

/** Nests the key from some point on, in a section or not, with other case. */
const anySpelling: fc.Arbitrary<Spelling> = fc
  .record({
    at: fc.nat(3),
    isFlat: fc.boolean(),
    section: fc.constantFrom(undefined, '[python]', '[javascript][typescript]'),
    change: fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => ` ${text}\u200b`,
    ),
  })
  .map(({ at, isFlat, section, change }) => (key: string) => {
    const parts = change(key).split('.');
    const first = parts.slice(0, Math.max(1, at)).join('.');
    const rest = parts.slice(Math.max(1, at));
    const nested = isFlat ? flat(rest) : rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'x');
    return section === undefined ? [first, nested] : [section, { [first]: nested }];
  });

function flat(rest: readonly string[]): unknown {
  return rest.length === 0 ? 'x' : { [rest.join('.')]: 'x' };
}
