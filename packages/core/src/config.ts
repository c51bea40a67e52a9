import * as z from 'zod';
import { defaultLimits } from './budget.ts';
import { coreErrors } from './errors.ts';
import { nearest } from './near.ts';

const positive = z.number().int().positive();

const configShape = {
  timeoutMs: positive.max(3_600_000),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
  logFile: z.string().min(1),
  port: z.number().int().min(0).max(65_535),
  budgetRows: positive,
  budgetBytes: positive.min(1_000),
  budgetTokens: positive.min(200),
  auditArguments: z.enum(['none', 'keys', 'full']),
  audit: z.enum(['optional', 'required']),
  jsDebugPath: z.string().min(1),
  debugpyPath: z.string().min(1),
  delvePath: z.string().min(1),
  codelldbPath: z.string().min(1),
  typescriptPath: z.string().min(1),
  basedpyrightPath: z.string().min(1),
  goplsPath: z.string().min(1),
  rustAnalyzerPath: z.string().min(1),
  clangdPath: z.string().min(1),
};

const layerSchema = z.strictObject(configShape).partial();

type Settings = z.infer<z.ZodObject<typeof configShape>>;
export type ConfigLayer = Partial<Settings>;
/** Settings without a default. */
type Unset = 'logFile' | 'port' | Extract<keyof Settings, `${string}Path`>;
export type Config = Omit<Settings, Unset> & Pick<ConfigLayer, Unset>;

type Env = Readonly<Record<string, string | undefined>>;

export const defaultConfig: Config = {
  timeoutMs: 30_000,
  logLevel: 'warn',
  budgetRows: defaultLimits.rows,
  budgetBytes: defaultLimits.bytes,
  budgetTokens: defaultLimits.tokens,
  auditArguments: 'keys',
  audit: 'optional',
};

/** Environment variables by setting. */
export const environmentSettings: Readonly<Record<string, keyof ConfigLayer>> = {
  MOLEHILL_TIMEOUT: 'timeoutMs',
  MOLEHILL_LOG_LEVEL: 'logLevel',
  MOLEHILL_LOG_FILE: 'logFile',
  MOLEHILL_PORT: 'port',
  MOLEHILL_BUDGET_ROWS: 'budgetRows',
  MOLEHILL_BUDGET_BYTES: 'budgetBytes',
  MOLEHILL_BUDGET_TOKENS: 'budgetTokens',
  MOLEHILL_AUDIT_ARGUMENTS: 'auditArguments',
  MOLEHILL_AUDIT: 'audit',
  MOLEHILL_JS_DEBUG_PATH: 'jsDebugPath',
  MOLEHILL_DEBUGPY_PATH: 'debugpyPath',
  MOLEHILL_DELVE_PATH: 'delvePath',
  MOLEHILL_CODELLDB_PATH: 'codelldbPath',
  MOLEHILL_TYPESCRIPT_PATH: 'typescriptPath',
  MOLEHILL_BASEDPYRIGHT_PATH: 'basedpyrightPath',
  MOLEHILL_GOPLS_PATH: 'goplsPath',
  MOLEHILL_RUST_ANALYZER_PATH: 'rustAnalyzerPath',
  MOLEHILL_CLANGD_PATH: 'clangdPath',
};

export interface ConfigSources {
  /** The config file, if there is one. */
  readonly file?: { readonly path: string; readonly text: string } | undefined;
  readonly env: Env;
  /** Flag values as text, by setting. */
  readonly flags: Readonly<Partial<Record<keyof ConfigLayer, string | undefined>>>;
}

/** Precedence: flags, environment, file, defaults. */
export async function resolveConfig(sources: ConfigSources): Promise<Config> {
  const file = sources.file ? await fromFile(sources.file) : {};
  const environment = fromEnvironment(sources.env);
  return { ...defaultConfig, ...file, ...environment, ...fromFlags(sources.flags) };
}

async function fromFile(file: { readonly path: string; readonly text: string }): Promise<ConfigLayer> {
  const { parseJsonc } = await import('./state/jsonc.ts');
  const parsed = parseJsonc(file.text);
  if (!parsed.ok) throw coreErrors.fail('E_CONFIG', `${file.path}, line ${parsed.line}: ${parsed.reason}`);
  return parseLayer(parsed.value, (key) => `${file.path}: ${key}`);
}

function fromEnvironment(env: Env): ConfigLayer {
  const given = Object.entries(environmentSettings).filter(
    ([name]) => env[name] !== undefined && env[name] !== '',
  );
  const names = new Map(given.map(([name, key]) => [key as string, name]));
  const values = Object.fromEntries(given.map(([name, key]) => [key, asTyped(key, env[name])]));
  return parseLayer(values, (key) => names.get(key) ?? key);
}

function fromFlags(flags: ConfigSources['flags']): ConfigLayer {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(
    given.map(([key, value]) => [key, asTyped(key as keyof ConfigLayer, value)]),
  );
  return parseLayer(values, (key) => `--${key === 'timeoutMs' ? 'timeout' : key}`);
}

/** Converts text to a number where the setting is a number and the whole text is one. */
function asTyped(key: keyof ConfigLayer, text: string | undefined): string | number | undefined {
  const numeric = configShape[key] instanceof z.ZodNumber;
  return numeric && text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
}

function parseLayer(value: unknown, nameOf: (key: string) => string): ConfigLayer {
  const parsed = layerSchema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data as ConfigLayer;
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const unknown = issue.keys[0] ?? '';
    const near = nearest(unknown, Object.keys(configShape));
    const meant = near ? ` Did you mean "${near}"?` : ` Known: ${Object.keys(configShape).join(', ')}.`;
    throw coreErrors.fail('E_CONFIG', `${nameOf(unknown)} is not a setting.${meant}`);
  }
  const given = JSON.stringify(issue?.input)?.slice(0, 60);
  const name = nameOf(String(issue?.path[0] ?? 'the file'));
  throw coreErrors.fail('E_CONFIG', `${name} is not valid: ${issue?.message}; it is ${given}.`);
}
