import type { Truncation } from '../api-client.ts';

export function TruncationNote({
  truncation: { limit, shown, total, next },
}: {
  readonly truncation: Truncation;
}) {
  return (
    <p class="truncation" data-testid="truncation">
      <b>Not everything is here.</b> The {limit} limit cut the answer at {shown}
      {total !== undefined && ` of ${total}`}. To get more: {next}
    </p>
  );
}
