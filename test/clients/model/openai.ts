import { at, items, text } from '../json.ts';
import { type Dialect, event, type Turn } from './server.ts';

function delta(turn: Turn) {
  if ('say' in turn) return { role: 'assistant', content: turn.say };
  const asked = { name: turn.tool, arguments: JSON.stringify(turn.input) };
  const call = { index: 0, id: turn.id, type: 'function', function: asked };
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
  results(body) {
    const results = items(at(body, 'messages')).filter((message) => at(message, 'role') === 'tool');
    return results.map((result) => text(at(result, 'content')));
  },
  stream: (turn) =>
    chunk({ delta: delta(turn), finish_reason: null }) +
    chunk({ delta: {}, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }) +
    event('[DONE]'),
};
