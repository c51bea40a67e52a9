import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearest } from '@molehill/core/near';
import { isRecord } from '@molehill/core/record';
import { editorErrors } from '@molehill/editor/errors';
import { forPlatform, type JsonObject, objectsIn } from './json-file.ts';
import type { ConfigurationFile } from './workspace-files.ts';

export interface TaskDefinition {
  readonly label: string;
  readonly folder: string;
  /** As it is written, for this platform. */
  readonly value: JsonObject;
}

/** The tasks of tasks.json. Options of the whole file apply to each. */
export function tasksIn(files: readonly ConfigurationFile[]): TaskDefinition[] {
  return files.flatMap(({ folder, content }) => {
    const common = forPlatform(content);
    return objectsIn(content.tasks).map((written) => {
      const value = forPlatform(written);
      return { label: labelOf(value), folder, value: withOptions(value, common.options) };
    });
  });
}

function labelOf({ label, taskName, type, script, path }: JsonObject): string {
  if (typeof label === 'string') return label;
  if (typeof taskName === 'string') return taskName;
  return type === 'npm' ? npmLabel(String(script), path) : '';
}

function npmLabel(script: string, path: unknown): string {
  return typeof path === 'string' && path !== '' ? `npm: ${script} - ${path}` : `npm: ${script}`;
}

function withOptions(value: JsonObject, common: unknown): JsonObject {
  if (!isRecord(common)) return value;
  return { ...value, options: { ...common, ...(isRecord(value.options) ? value.options : {}) } };
}

/** By label, by `${defaultBuildTask}`, or an npm script that tasks.json need not name. E_PRELAUNCH_FAILED. */
export async function findTask(
  tasks: readonly TaskDefinition[],
  reference: string | JsonObject,
  folder: string,
): Promise<TaskDefinition> {
  const label = typeof reference === 'string' ? reference : labelOf(reference);
  const found = /^\$\{defaultBuildTask\}$/.test(label)
    ? defaultBuildTask(tasks)
    : labelled(tasks, label, folder);
  return found ?? (await npmScript(label, folder)) ?? noTask(tasks, label);
}

function labelled(tasks: readonly TaskDefinition[], label: string, folder: string) {
  const named = tasks.filter((task) => task.label === label);
  return named.find((task) => task.folder === folder) ?? named[0];
}

function defaultBuildTask(tasks: readonly TaskDefinition[]): TaskDefinition | undefined {
  return tasks.find(({ value: { group } }) => isRecord(group) && group.kind === 'build' && group.isDefault);
}

const NPM_LABEL = /^npm: (.+?)(?: - (.+))?$/;

async function npmScript(label: string, folder: string): Promise<TaskDefinition | undefined> {
  const [, script, path = ''] = NPM_LABEL.exec(label) ?? [];
  if (script === undefined) return undefined;
  const text = await readFile(join(folder, path, 'package.json'), 'utf8').catch(() => '{}');
  const manifest: unknown = JSON.parse(text);
  if (!isRecord(manifest) || !isRecord(manifest.scripts) || !(script in manifest.scripts)) return undefined;
  return { label, folder, value: { type: 'npm', script, ...(path ? { path } : {}) } };
}

function noTask(tasks: readonly TaskDefinition[], label: string): never {
  const labels = tasks.map((task) => task.label);
  const near = nearest(label, labels);
  const listed = labels.length > 0 ? `The tasks are: ${labels.join(', ')}.` : 'tasks.json has none.';
  throw editorErrors.fail(
    'E_PRELAUNCH_FAILED',
    `There is no task "${label}".${near ? ` Did you mean "${near}"?` : ''} ${listed}`,
    { hint: 'Correct preLaunchTask or .vscode/tasks.json, then start again.', retryable: false },
  );
}

/** Labels of the tasks that run before this one. */
export function dependenciesOf({ value: { dependsOn, dependsOrder } }: TaskDefinition): {
  readonly tasks: readonly (string | JsonObject)[];
  readonly isSequence: boolean;
} {
  const given: unknown[] = Array.isArray(dependsOn) ? dependsOn : [dependsOn];
  const tasks = given.filter((task) => typeof task === 'string' || isRecord(task));
  return { tasks, isSequence: dependsOrder === 'sequence' };
}
