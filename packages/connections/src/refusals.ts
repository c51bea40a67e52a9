import type { MolehillError } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import type { ConnectionProblem, Source, SourceContent } from './definition.ts';
import { connectionErrors } from './errors.ts';

export function alreadyDefined(name: string, label: string): MolehillError {
  return connectionErrors.fail('E_CONNECTION_EXISTS', `Connection "${name}" is already defined in ${label}.`);
}

export function notWritable(name: string, source: Source): MolehillError {
  const where = source.kind === 'environment' ? `the environment variable ${source.label}` : source.label;
  const message = `Connection "${name}" is defined in ${where}, which the tools cannot change.`;
  return connectionErrors.fail('E_CONNECTION_READONLY_SOURCE', message, {
    details: { source: source.label },
  });
}

export function invalidConnection({ name, source, problem }: ConnectionProblem): MolehillError {
  const message = `Connection "${name}" in ${source.label} is not valid: ${problem}`;
  return connectionErrors.fail('E_CONNECTION_INVALID', message, { details: { source: source.label } });
}

const SHOWN_NAMES = 20;

export function unknownConnection<TConfig>(name: string, content: SourceContent<TConfig>): MolehillError {
  const names = [...content.connections.keys()].sort();
  const near = nearest(name, names);
  const message = `There is no connection "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
  return connectionErrors.fail('E_UNKNOWN_CONNECTION', message, {
    hint: `${namesHint(names)}${problemHint(content.problems)}`,
    ...(near ? { details: { near } } : {}),
  });
}

function namesHint(names: readonly string[]): string {
  if (names.length === 0) return 'No connection is defined; add one with {tool:add_connection}.';
  const rest = names.length - SHOWN_NAMES;
  return `Defined: ${names.slice(0, SHOWN_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

/** The name may be defined in a source that could not be read. */
function problemHint(problems: readonly ConnectionProblem[]): string {
  const broken = problems.find((problem) => problem.name === undefined);
  return broken ? ` ${broken.source.label} could not be read: ${broken.problem}` : '';
}
