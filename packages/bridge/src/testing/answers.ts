import type { Answer } from '@molehill/core/result';

const meta = { requestId: 'r1', timestamp: '2026-01-01T00:00:00.000Z', durationMs: 1 };

export function answerOf(data: unknown): Answer {
  return { envelope: { ok: true, type: 'success', data, meta }, text: 'done' };
}

export function failedWith(code: string): Answer {
  const error = { code, message: 'It failed.', hint: 'Do it better.', retryable: false };
  return { envelope: { ok: false, type: 'error', error, meta }, text: `[${code}] It failed.` };
}
