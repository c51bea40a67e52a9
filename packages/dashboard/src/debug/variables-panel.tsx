import type { DebugFrameResponse, DebugSessionResponse, DebugVariablesResponse } from '@molehill/api';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchDebugVariables } from '../api-client.ts';
import { ChevronIcon } from '../icons.tsx';

type Scope = DebugFrameResponse['scopes'][number];
type Variable = DebugVariablesResponse['variables'][number];

interface VariablesPanelProps {
  readonly session: string;
  /** Another one with each stop. */
  readonly stop: string | undefined;
  readonly scopes: readonly Scope[];
  readonly state: DebugSessionResponse['state'];
}

/** What is open stays open while the program is stepped. */
export function VariablesPanel({ session, stop, scopes, state }: VariablesPanelProps) {
  return (
    <section aria-label="Variables" data-testid="debug-variables" data-state={state}>
      <h2>Variables</h2>
      {scopes.length === 0 && (
        <p class="debug-note">{state === 'stopped' ? 'None' : 'Shown when it pauses'}</p>
      )}
      <ul class="debug-variables">
        {scopes.map((scope, index) => (
          <Branch
            // Scopes of the same name may follow each other.
            key={`${scope.name} ${index}`}
            session={session}
            stop={stop}
            item={{ name: scope.name, value: '', ...(scope.ref === undefined ? {} : { ref: scope.ref }) }}
            known={scope.ref === undefined ? scope.variables : undefined}
            isOpenAtFirst={scope.ref === undefined}
          />
        ))}
      </ul>
    </section>
  );
}

interface BranchProps extends Pick<VariablesPanelProps, 'session' | 'stop'> {
  readonly item: Variable;
  /** Children that came with it. */
  readonly known?: readonly Variable[] | undefined;
  readonly isOpenAtFirst?: boolean;
}

function Branch({ session, stop, item, known, isOpenAtFirst = false }: BranchProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const fetched = useChildren(session, isOpen && known === undefined ? item.ref : undefined);
  const children = known ?? fetched;
  const hasChildren = known !== undefined || item.ref !== undefined;
  return (
    <li>
      <Row
        item={item}
        stop={stop}
        isOpen={hasChildren ? isOpen : undefined}
        onToggle={() => setOpen(!isOpen)}
      />
      {isOpen && children && (
        <ul>
          {children.map((child) => (
            <Branch key={child.name} session={session} stop={stop} item={child} />
          ))}
          {children.length === 0 && <li class="debug-note">Nothing</li>}
        </ul>
      )}
    </li>
  );
}

interface RowProps extends Pick<BranchProps, 'item' | 'stop'> {
  /** Undefined where it has no children. */
  readonly isOpen: boolean | undefined;
  readonly onToggle: () => void;
}

function Row({ item: { name, value, type, redacted }, stop, isOpen, onToggle }: RowProps) {
  const isChanged = useIsChanged(value, stop);
  const content = (
    <>
      {isOpen !== undefined && <ChevronIcon />}
      <span class="debug-name">{name}</span>
      {value !== '' && (
        <span class="debug-value" data-changed={isChanged} data-redacted={redacted} data-kind={kindOf(value)}>
          {value}
        </span>
      )}
    </>
  );
  const title = [name, type && `: ${type}`, value && ` = ${value}`].filter(Boolean).join('');
  if (isOpen === undefined)
    return (
      <span class="debug-row" title={title} data-variable={name}>
        {content}
      </span>
    );
  return (
    <button
      type="button"
      class="debug-row"
      aria-expanded={isOpen}
      title={title}
      data-variable={name}
      onClick={onToggle}
    >
      {content}
    </button>
  );
}

function kindOf(value: string): 'text' | 'number' | undefined {
  if (/^["'`]/.test(value)) return 'text';
  return /^-?\d/.test(value) || /^(true|false|null|undefined|None|True|False|nil)$/.test(value)
    ? 'number'
    : undefined;
}

/** Whether the value differs from the one at the stop before. */
function useIsChanged(value: string, stop: string | undefined): boolean {
  const seen = useRef({ value, stop, isChanged: false });
  if (stop !== undefined && seen.current.stop !== stop)
    seen.current = { value, stop, isChanged: seen.current.value !== value };
  return seen.current.isChanged;
}

/** The last ones are shown until those of a new stop are there. */
function useChildren(session: string, ref: string | undefined): readonly Variable[] | undefined {
  const [children, setChildren] = useState<readonly Variable[]>();
  useEffect(() => {
    if (ref === undefined) return;
    let isLatest = true;
    fetchDebugVariables(session, ref).then(
      ({ variables }) => isLatest && setChildren(variables),
      () => {},
    );
    return () => {
      isLatest = false;
    };
  }, [session, ref]);
  return children;
}
