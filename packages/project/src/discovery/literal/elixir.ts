const COMMENT = /^((?:[^"#\n]|"(?:[^"\\\n]|\\.)*")*)#(?!\{).*$/gm;
const ASSIGNMENT = /^\s*([a-z_]\w*)\s*=\s*(?![=~>])([\s\S]*)$/;
/** `config :app, App.Repo, key: value, …` */
const CONFIG = /^\s*config[ \t]+`\w+`,\s*([A-Z][\w.]*),\s*([\s\S]*)$/;

/** The settings of an Elixir `config` file as JavaScript: each is a call `config(name, {…})`. Other statements are left out. */
export function elixirAsJavascript(source: string): string {
  return statementsOf(expression(source.replace(COMMENT, '$1')))
    .map((statement) => {
      const [, module, settings = ''] = CONFIG.exec(statement) ?? [];
      const list = settings.replace(/^\s*\[([\s\S]*)\]\s*$/, '$1');
      if (module !== undefined) return `config("${module}", { ${list} });\n`;
      const [, name, value] = ASSIGNMENT.exec(statement) ?? [];
      return name === undefined ? statement.replace(/[^\n]/g, '') : `var ${name} = (${value});\n`;
    })
    .join('');
}

/** A line continues after a comma, an operator or an open bracket. */
function statementsOf(text: string): readonly string[] {
  const statements: string[] = [];
  let current = '';
  for (const line of text.split('\n')) {
    current += `${line}\n`;
    const depth = (current.match(/[([{]/g)?.length ?? 0) - (current.match(/[)\]}]/g)?.length ?? 0);
    if (depth > 0 || /(,|=|\|\||&&|\+|\|>)\s*$/.test(line)) continue;
    statements.push(current);
    current = '';
  }
  return [...statements, current];
}

function expression(text: string): string {
  return text
    .replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => `\`${quoted.slice(1, -1).replace(/#\{/g, '${')}\``)
    .replace(/System\.get_env/g, 'env')
    .replace(/System\.fetch_env!/g, 'requiredEnv')
    .replace(/String\.to_integer/g, 'Number')
    .replace(
      /Path\.expand\(\s*([^,()]+),\s*(?:__DIR__|Path\.dirname\(__ENV__\.file\))\s*\)/g,
      'path.join(__dirname, $1)',
    )
    .replace(/Path\.(join|expand)/g, 'path.join')
    .replace(/__DIR__/g, '__dirname')
    .replace(/<>/g, '+')
    .replace(/\bnil\b/g, 'null')
    .replace(/\b(config_env|Mix\.env)\(\)/g, '`dev`')
    .replace(/(^|[\s,([{=])"?:([a-z_]\w*)/g, '$1`$2`');
}
