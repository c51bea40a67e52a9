import { readFile } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { coreErrors, messageOf } from '@molehill/core/errors';
import { isRecord } from '@molehill/core/record';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration, StartRequest } from '@molehill/editor/host';
import type { JsonObject } from './json-file.ts';
import { askedVariables, substitute, type VariableContext } from './variables.ts';

type Given = Pick<StartRequest, 'overrides' | 'noDebug'>;

/** A configuration that an adapter can be given: variables replaced, paths absolute. */
export async function resolveConfiguration(
  written: JsonObject,
  { overrides, noDebug }: Given,
  context: VariableContext,
): Promise<DebugConfiguration> {
  const merged = { ...written, ...overrides, ...mergedEnv(written.env, overrides?.env) };
  const { preLaunchTask, postDebugTask, presentation, ...configuration } = merged as JsonObject;
  refuseAsked(configuration, String(written.name));
  const resolved = substitute(configuration, context);
  return {
    ...resolved,
    ...identityOf(resolved),
    ...(await environmentOf(resolved, context.folder)),
    ...pathsOf(resolved, context.folder),
    ...(noDebug ? { noDebug } : {}),
    __workspaceFolder: context.folder,
  };
}

/** Variables that are added do not replace those of the configuration. */
function mergedEnv(written: unknown, given: unknown): { readonly env?: JsonObject } {
  return isRecord(written) && isRecord(given) ? { env: { ...written, ...given } } : {};
}

export function refuseAsked(value: unknown, name: string): void {
  const asked = askedVariables(value);
  if (asked.length === 0) return;
  const variables = asked.map((variable) => `\${${variable}}`).join(', ');
  throw coreErrors.fail(
    'E_CONFIRMATION_REQUIRED',
    `"${name}" uses ${variables}, which only a person can answer in the editor.`,
    {
      hint: 'Pass the whole configuration in {param:config} with values instead of these variables.',
      details: { variables: asked },
    },
  );
}

function identityOf({
  type,
  name,
  request,
}: JsonObject): Pick<DebugConfiguration, 'type' | 'name' | 'request'> {
  if (typeof type !== 'string' || type === '')
    throw editorErrors.fail('E_LAUNCH_FAILED', `The configuration "${String(name)}" has no type.`, {
      hint: 'Give its type, such as node, debugpy, go or lldb.',
    });
  if (request !== undefined && request !== 'launch' && request !== 'attach')
    throw editorErrors.fail(
      'E_LAUNCH_FAILED',
      `The request of the configuration "${String(name)}" is ${JSON.stringify(request)}, not launch or attach.`,
    );
  return { type, name: typeof name === 'string' ? name : type, request: request ?? 'launch' };
}

/** Values of the configuration come before those of its files. */
async function environmentOf({ envFile, env }: JsonObject, folder: string): Promise<JsonObject> {
  const files = [envFile].flat().filter((file) => typeof file === 'string' && file !== '');
  if (files.length === 0) return {};
  const read = await Promise.all(files.map((file) => readEnvFile(resolve(folder, String(file)))));
  return { env: { ...Object.assign({}, ...read), ...(isRecord(env) ? env : {}) }, envFile: undefined };
}

async function readEnvFile(path: string): Promise<JsonObject> {
  try {
    return parseEnv(await readFile(path, 'utf8'));
  } catch (cause) {
    throw editorErrors.fail('E_LAUNCH_FAILED', `The envFile ${path} cannot be read: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** Adapters take relative paths differently; here they are relative to the working directory. */
function pathsOf({ cwd, program, request, type }: JsonObject, folder: string): JsonObject {
  const directory = typeof cwd === 'string' ? resolve(folder, cwd) : undefined;
  const path = typeof program === 'string' && program !== '' ? program : undefined;
  // The Go program's directory is the package's own, as with `go test`.
  const defaultDirectory = request === 'attach' || type === 'go' ? undefined : folder;
  return {
    ...(directory || defaultDirectory ? { cwd: directory ?? defaultDirectory } : {}),
    ...(path === undefined || isAbsolute(path) ? {} : { program: resolve(directory ?? folder, path) }),
  };
}
