import { at, items, text } from '../json.ts';
import { type Dialect, event, type Turn } from './server.ts';

function delta(turn: Turn) {
  if ('say' in turn) return { role: 'assistant', content: turn.say };
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: turn.tool, arguments: '{}' } };
  return { role: 'assistant', tool_calls: [call] };
}

function chunk(choice: { delta: object; finish_reason: string | null }): string {
  return event({
    id: 'chunk_1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, ...choice }],
  });
}

/** Chat completions, streamed. */
export const openai: Dialect = {
  path: /\/chat\/completions$/,
  offered: (body) => items(at(body, 'tools')).map((tool) => text(at(tool, 'function', 'name'))),
  result(body) {
    const result = items(at(body, 'messages')).find((message) => at(message, 'role') === 'tool');
    return result === undefined ? undefined : text(at(result, 'content'));
  },
  stream: (turn) =>
    chunk({ delta: delta(turn), finish_reason: null }) +
    chunk({ delta: {}, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }) +
    event('[DONE]'),
};
