import type { Truncation } from '../api-client.ts';

export function TruncationNote({ truncation }: { readonly truncation: Truncation }) {
  const { limit, shown, total, next } = truncation;
  return (
    <p class="truncation" data-testid="truncation">
      <b>The answer is incomplete.</b> The {limit} limit cut it at {shown}
      {total !== undefined && ` of ${total}`}. To see more: {next}
    </p>
  );
}
