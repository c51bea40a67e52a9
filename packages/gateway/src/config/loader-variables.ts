/**
 * Variables that decide which program runs or what code a program loads: of the system's loader, of shells, of
 * interpreters and package managers, and of programs that start others.
 */
const LOADER_VARIABLES = [
  'PATH|PATHEXT|HOME|USERPROFILE|COMSPEC|SHELL|XDG_CONFIG_.*',
  'LD_.*|DYLD_.*|LIBPATH|SHLIB_PATH|GCONV_PATH|GLIBC_TUNABLES|OPENSSL_.*',
  'ENV|BASH.*|ZDOTDIR|IFS|PS4|PROMPT_COMMAND|SHELLOPTS|CDPATH|FPATH',
  'NODE_(?!ENV$).*|NPM_.*|PNPM_.*|YARN_.*|COREPACK_.*|BUN_.*|DENO_.*|TSX_.*|TS_NODE_.*|ELECTRON_.*',
  'PYTHON.*|PIP_.*|UV_.*|PIPX_.*|POETRY_.*|CONDA_.*|VIRTUAL_ENV',
  'RUBY.*|GEM_.*|BUNDLE_.*|PERL.*|PHPRC|PHP_INI_SCAN_DIR|LUA_.*|R_(PROFILE|ENVIRON|LIBS).*|JULIA_.*',
  'JAVA_.*|JDK_.*|_JAVA_OPTIONS|CLASSPATH|MAVEN_OPTS|GRADLE_OPTS|GROOVY_.*|KOTLIN_.*',
  'DOTNET_.*|CORECLR_.*|COR_.*|COMPLUS_.*|MONO_.*|PSMODULEPATH',
  'GO(ROOT|PATH|FLAGS|BIN|ENV|PROXY|TOOLCHAIN)|CARGO_.*|RUST.*|ERL_.*|ELIXIR_.*',
  'GIT_.*|SSH_ASKPASS|SUDO_ASKPASS|EDITOR|VISUAL|PAGER|.*_PAGER|LESSOPEN|LESSCLOSE|BROWSER|DOCKER_.*',
].join('|');

const PATTERN = new RegExp(`^(?:${LOADER_VARIABLES})$`, 'i');

export function isLoaderVariable(name: string): boolean {
  return PATTERN.test(name);
}
