import { command, word } from '../command.ts';
import { print, UsageError } from '../output.ts';
import { openWorkbench } from '../workbench.ts';

const COMMANDS = ['mcp', 'list', 'show', 'exec', 'status', 'completion'];

export const completion = command({
  name: 'completion',
  description: 'Print a completion script: eval "$(vscb completion bash)"',
  args: { shell: word('bash or zsh') },
  async run({ args }) {
    if (args.shell !== 'bash' && args.shell !== 'zsh')
      throw new UsageError(`There is no completion for "${args.shell}".`, 'Use bash or zsh.');
    const workbench = await openWorkbench({ workspace: '.', only: 'editor', profile: 'expert' });
    const tools = workbench.catalogue.entries.map(({ name }) => name);
    await workbench.close();
    print(completionScript(args.shell, tools));
  },
});

function completionScript(shell: 'bash' | 'zsh', tools: readonly string[]): string {
  return [
    ...(shell === 'zsh' ? ['autoload -Uz bashcompinit && bashcompinit'] : []),
    '_vscb() {',
    '  local words',
    '  case $COMP_CWORD in',
    `    1) words="${COMMANDS.join(' ')}" ;;`,
    `    2) case \${COMP_WORDS[1]} in exec|show) words="${tools.join(' ')}" ;; completion) words="bash zsh" ;; esac ;;`,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$2"))',
    '}',
    'complete -o default -F _vscb vscb',
  ].join('\n');
}
