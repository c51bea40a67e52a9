import type { ProjectFiles } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import { ScriptLoader } from './javascript.ts';
import { computed, type Literal, mapTexts, Unknown } from './literal.ts';
import { truthOf } from './operators.ts';

const TAG = /<%(=?)([\s\S]*?)-?%>/g;
const ASSIGNMENT = /^[a-z_]\w*\s*=[^=]/;
/** Bounds the time that an expression can take. */
const MAX_CODE_LENGTH = 500;

/** YAML with ERB tags: literals and variables are filled in, other expressions become placeholders for unknown values. */
export class FilledErb {
  text = '';
  readonly #unknowns: Unknown[] = [];

  static async of(source: string, files: ProjectFiles, variables: Variables): Promise<FilledErb> {
    const filled = new FilledErb();
    const loader = new ScriptLoader(files, variables);
    /** For each `if` that is open: whether its current branch is used, and whether one was. */
    const branches: { isUsed: boolean | Unknown; wasUsed: boolean }[] = [];
    const assignments: string[] = [];
    const evaluate = async (code: string) => {
      if (code.length > MAX_CODE_LENGTH) return computed;
      const script = `${assignments.join(';\n')};\nexport default (${rubyAsJavascript(code)});`;
      return (await loader.evaluate('config/database.js', script)).exports.default?.value;
    };
    let from = 0;
    for (const { 0: whole, 1: output, 2: code = '', index } of source.matchAll(TAG)) {
      const isHidden = branches.some(({ isUsed }) => isUsed !== true);
      if (!isHidden) filled.text += source.slice(from, index);
      from = index + whole.length;
      if (output === '=' && !isHidden) filled.#add(await evaluate(code.trim()));
      if (output === '') await control(code.trim(), branches, assignments, evaluate);
    }
    filled.text += source.slice(from);
    return filled;
  }

  #add(value: Literal): void {
    this.text +=
      value instanceof Unknown ? `molehill-unknown-${this.#unknowns.push(value) - 1}-` : String(value ?? '');
  }

  /** Replaces placeholders in the parsed YAML with their unknown values. */
  restore(value: Literal): Literal {
    return mapTexts(value, (text) => {
      const index = /molehill-unknown-(\d+)-/.exec(text)?.[1];
      return index === undefined ? text : (this.#unknowns[Number(index)] ?? computed);
    });
  }
}

/** `<% if … %>`, `<% else %>`, `<% end %>` and `<% name = … %>` */
async function control(
  code: string,
  branches: { isUsed: boolean | Unknown; wasUsed: boolean }[],
  assignments: string[],
  evaluate: (code: string) => Promise<Literal>,
): Promise<void> {
  const [, keyword, condition = ''] = /^(if|unless|elsif|else|end)\b\s*([\s\S]*)$/.exec(code) ?? [];
  const current = branches.at(-1);
  if (keyword === 'end') branches.pop();
  else if (keyword === 'if' || keyword === 'unless') {
    const isTrue = truthOf(await evaluate(condition));
    const isUsed = isTrue instanceof Unknown ? isTrue : isTrue === (keyword === 'if');
    branches.push({ isUsed, wasUsed: isUsed === true });
  } else if (keyword !== undefined && current) {
    const isTrue = keyword === 'else' ? true : truthOf(await evaluate(condition));
    current.isUsed = current.wasUsed ? false : isTrue;
    current.wasUsed ||= current.isUsed === true;
  } else if (ASSIGNMENT.test(code)) {
    const sign = code.indexOf('=');
    assignments.push(`var ${code.slice(0, sign)} = ${rubyAsJavascript(code.slice(sign + 1).trim())}`);
  }
}

/** Literals, `ENV` and the operators of a Ruby expression as JavaScript. */
function rubyAsJavascript(code: string): string {
  return code
    .replace(/"((?:[^"\\#]|\\.|#\{[^}]*\}|#)*)"/g, (_, text: string) => `\`${text.replace(/#\{/g, '${')}\``)
    .replace(
      /ENV\.fetch\(?\s*(['`][^'`]+['`])\s*\)?\s*(?:\{\s*([\s\S]*?)\s*\}|do\s+([\s\S]*?)\s*end)/g,
      (_, name, inBraces, inBlock) => `env(${name}, ${inBraces ?? inBlock})`,
    )
    .replace(/ENV\.fetch\(/g, 'requiredEnv(')
    .replace(
      /ENV\.fetch\s+(['`][^'`]+['`])(?:\s*,\s*(.+))?$/g,
      (_, name, fallback) => `requiredEnv(${name}${fallback ? `, ${fallback}` : ''})`,
    )
    .replace(/ENV\[\s*(['`][^'`]+['`])\s*\]/g, 'process.env[$1]')
    .replace(/ENV\.(key|has_key|include)\?\(?\s*(['`][^'`]+['`])\s*\)?/g, '(process.env[$2] !== undefined)')
    .replace(/\.(presence|to_s|to_i|to_json|to_sym|strip|chomp|squish|freeze)\b/g, '')
    .replace(/\.(present)\?/g, '')
    .replace(/Rails\.root\.join\(/g, 'path.join(')
    .replace(/Rails\.root/g, '``')
    .replace(/Rails\.env(?!\w)/g, '`development`')
    .replace(/\bnil\b/g, 'null')
    .replace(/\bunless\b[\s\S]*$/, '');
}
