import { Scalar } from './scalar.tsx';
import { isNested } from './shape.ts';

const OPEN_LEVELS = 2;
const OPEN_ENTRIES = 40;

interface TreeProps {
  readonly value: unknown;
  readonly level?: number;
}

/** Collapsed where it is deep or long. `details` works with the keyboard and with the browser's search. */
export function Tree({ value, level = 0 }: TreeProps) {
  return (
    <ul class="tree">
      {entriesOf(value).map(([key, inner]) => (
        <li key={key}>
          {isNested(inner) && entriesOf(inner).length > 0 ? (
            <Branch name={key} value={inner} level={level} />
          ) : (
            <>
              <span class="tree-key">{key}</span> <Scalar value={inner} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Branch({ name, value, level = 0 }: TreeProps & { readonly name: string }) {
  const count = entriesOf(value).length;
  return (
    <details open={level + 1 < OPEN_LEVELS && count <= OPEN_ENTRIES}>
      <summary>
        <span class="tree-key">{name}</span>{' '}
        <span class="absent">{Array.isArray(value) ? `[${count}]` : `{${count}}`}</span>
      </summary>
      <Tree value={value} level={level + 1} />
    </details>
  );
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
