import { useMemo } from 'preact/hooks';
import { Facts } from '../../elements.tsx';
import { formatDuration, formatNumber } from '../../format.ts';
import { WarningIcon } from '../../icons.tsx';
import type { ViewProps } from '../lazy-view.tsx';
import {
  isPlan,
  linesOf,
  type Measure,
  type Plan,
  type PlanLine,
  type PlanNode,
  readPlan,
} from './read-plan.ts';
import '../../styles/table.css';
import '../../styles/plan.css';

const OWN: Readonly<Record<Measure, string>> = {
  time: 'Own time',
  cost: 'Own cost',
  rows: 'Rows read',
};

/** The text alone, for a plan that has no tree. */
export function PlanView({ data }: ViewProps) {
  const plan = useMemo(() => (isPlan(data) ? readPlan(data) : undefined), [data]);
  if (plan) return <PlanTree plan={plan} />;
  return isPlan(data) ? <pre class="text">{data.text}</pre> : null;
}

/** Inputs are below the node that reads them. */
function PlanTree({ plan }: { readonly plan: Plan }) {
  const lines = linesOf(plan.nodes);
  const hasRows = lines.some(({ node }) => node.estimated !== undefined || node.actual !== undefined);
  return (
    <div class="plan" data-testid="plan-tree" data-measure={plan.measure ?? 'none'}>
      {plan.details.length > 0 && (
        <Facts class="plan-facts" facts={plan.details.map(({ label, text }) => [label, text])} />
      )}
      <div class="table-frame">
        <table aria-label="Query plan">
          <thead>
            <tr>
              <th scope="col">Step</th>
              {hasRows && <th scope="col">Rows</th>}
              {plan.measure && (
                <>
                  <th scope="col">{OWN[plan.measure]}</th>
                  <th scope="col">Share</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <LineView key={at} line={line} hasRows={hasRows} measure={plan.measure} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface LineViewProps {
  readonly line: PlanLine;
  readonly hasRows: boolean;
  readonly measure: Measure | undefined;
}

function LineView({ line, hasRows, measure }: LineViewProps) {
  const { node, depth, continues } = line;
  const { own, share = 0 } = node;
  const format = measure === 'time' ? formatDuration : formatNumber;
  return (
    <tr data-testid="plan-step" data-heat={heatOf(share)} data-depth={depth}>
      <th scope="row">
        <div class="plan-step">
          <span class="branches" aria-hidden="true">
            {continues.slice(1).map((on, level) => (
              <span key={level} data-turn={level === depth - 1} data-on={on} />
            ))}
            <span class="branch-end" data-on={node.children.length > 0} />
          </span>
          <NodeView node={node} depth={depth} />
        </div>
      </th>
      {hasRows && <RowsCell node={node} />}
      {measure && (
        <>
          <td class="plan-own">{own !== undefined && format(own)}</td>
          <td class="plan-share">{node.share !== undefined && <ShareBar share={share} />}</td>
        </>
      )}
    </tr>
  );
}

function NodeView({ node, depth }: { readonly node: PlanNode; readonly depth: number }) {
  return (
    <div class="plan-words">
      <span class="unseen">Level {depth + 1}: </span>
      {node.role && <span class="plan-role">{node.role}</span>}
      <b>{node.name}</b>
      {node.relation && [' on ', <code>{node.relation}</code>]}
      {node.index && [' by ', <code>{node.index}</code>]}
      {node.details.map(({ label, text }) => (
        <p key={label} class="plan-fact">
          {label}: <code>{text}</code>
        </p>
      ))}
      {node.warnings.map((warning) => (
        <p key={warning} class="plan-warning" data-testid="plan-warning">
          <WarningIcon /> {warning}
        </p>
      ))}
    </div>
  );
}

function RowsCell({ node: { estimated, actual, loops = 1 } }: { readonly node: PlanNode }) {
  return (
    <td class="plan-rows">
      {actual !== undefined && <b>{formatNumber(actual)}</b>}
      {actual === undefined && estimated !== undefined && `≈ ${formatNumber(estimated)}`}
      {loops > 1 && <small>in each of {formatNumber(loops)} runs</small>}
      {actual !== undefined && estimated !== undefined && <small>planned {formatNumber(estimated)}</small>}
    </td>
  );
}

function ShareBar({ share }: { readonly share: number }) {
  return (
    <span class="share">
      <span class="share-text">{Math.round(share * 100)} %</span>
      <span class="share-track" aria-hidden="true">
        <span class="share-bar" style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}

const HOT = 0.4;
const WARM = 0.15;

function heatOf(share: number): 'hot' | 'warm' | 'cool' {
  if (share >= HOT) return 'hot';
  return share >= WARM ? 'warm' : 'cool';
}
