import { at, items, text } from '../json.ts';
import { type Dialect, event } from './server.ts';

/** generateContent, streamed. */
export const google: Dialect = {
  path: /:streamGenerateContent/,
  offered: (body) =>
    items(at(body, 'tools'))
      .flatMap((group) => items(at(group, 'functionDeclarations')))
      .map((tool) => text(at(tool, 'name'))),
  results(body) {
    const parts = items(at(body, 'contents')).flatMap((content) => items(at(content, 'parts')));
    const responses = parts.map((part) => at(part, 'functionResponse', 'response'));
    return responses
      .filter((each) => each !== undefined)
      .map((response) => text(at(response, 'output')) || text(at(response, 'error')));
  },
  stream(turn) {
    const part = 'say' in turn ? { text: turn.say } : { functionCall: { name: turn.tool, args: turn.input } };
    return event({
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    });
  },
};
