const COMMENT = /^((?:[^"#\n]|"(?:[^"\\\n]|\\.)*")*)#(?!\{).*$/gm;
const ASSIGNMENT = /^([ \t]*)([a-z_]\w*)[ \t]*=[ \t]*(?=[^=~])/gm;
/** `config :app, App.Repo, key: value, …`; a line that ends with a comma continues. */
const CONFIG = /^[ \t]*config[ \t]+`\w+`,\s*([A-Z][\w.]*),\s*((?:[^\n]*,[ \t]*\n)*[^\n]*)/gm;

/** The settings of an Elixir `config` file as JavaScript: each is a call `config(name, {…})`. */
export function elixirAsJavascript(source: string): string {
  return expression(source.replace(COMMENT, '$1'))
    .replace(CONFIG, (_, name: string, settings: string) => {
      const list = settings.replace(/^\s*\[([\s\S]*)\]\s*$/, '$1');
      return `config("${name}", { ${list} });`;
    })
    .replace(ASSIGNMENT, '$1var $2 = ')
    .replace(/^[ \t]*(import_config|import|use)\b.*$/gm, '')
    .replace(/^[ \t]*if\b(.*)\bdo[ \t]*$/gm, 'if ($1) {')
    .replace(/^.*\bdo[ \t]*$/gm, '{')
    .replace(/^[ \t]*else[ \t]*$/gm, '} else {')
    .replace(/^[ \t]*end[ \t]*$/gm, '}');
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
