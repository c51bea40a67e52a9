import { at, items, text } from '../json.ts';
import { type Dialect, event, type Turn } from './server.ts';

const usage = { input_tokens: 1, output_tokens: 1 };

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return items(content)
    .map((block) => text(at(block, 'text')))
    .join('\n');
}

function block(turn: Turn) {
  if ('say' in turn) {
    return {
      start: { type: 'text', text: '' },
      delta: { type: 'text_delta', text: turn.say },
      stop: 'end_turn',
    };
  }
  return {
    start: { type: 'tool_use', id: turn.id, name: turn.tool, input: {} },
    delta: { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) },
    stop: 'tool_use',
  };
}

/** The Messages API, streamed. */
export const anthropic: Dialect = {
  path: /^\/v1\/messages(\?|$)/,
  offered: (body) => items(at(body, 'tools')).map((tool) => text(at(tool, 'name'))),
  results(body) {
    const blocks = items(at(body, 'messages')).flatMap((message) => items(at(message, 'content')));
    const results = blocks.filter((each) => at(each, 'type') === 'tool_result');
    return results.map((result) => contentText(at(result, 'content')));
  },
  stream(turn) {
    const { start, delta, stop } = block(turn);
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      usage,
    };
    const events = [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return events.map((each) => event(each, each.type)).join('');
  },
};
