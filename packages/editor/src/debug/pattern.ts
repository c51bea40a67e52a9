import { coreErrors, messageOf } from '@molehill/core/errors';

const LONGEST = 500;
/** A repeated group that ends in a repetition takes exponential time on a text that almost matches. */
const NESTED_REPETITION = /\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)\s*[+*{]/;

/** A regular expression that a caller gave. E_INVALID_PARAMS. */
export function patternOf(source: string, parameter: string, flags = ''): RegExp {
  const refuse = (reason: string) =>
    coreErrors.fail('E_INVALID_PARAMS', `${parameter}: ${reason}`, {
      hint: `Pass {param:${parameter}} as a regular expression in JavaScript syntax.`,
    });
  if (source.length > LONGEST) throw refuse(`the pattern is longer than ${LONGEST} characters.`);
  if (NESTED_REPETITION.test(source))
    throw refuse('a repeated group contains a repetition, which may never end.');
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw refuse(messageOf(error));
  }
}
