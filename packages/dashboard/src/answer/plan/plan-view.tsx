import { useMemo } from 'preact/hooks';
import { formatDuration, formatNumber } from '../../format.ts';
import { WarningIcon } from '../../icons.tsx';
import type { ViewProps } from '../lazy-view.tsx';
import { linesOf, type PlanLine } from './lines.ts';
import { isPlan, type Measure, type Plan, type PlanNode, readPlan } from './read-plan.ts';
import '../../styles/table.css';
import '../../styles/plan.css';

const OWN: Readonly<Record<Measure, string>> = {
  time: 'Own time',
  cost: 'Own cost',
  rows: 'Rows read',
};

export function PlanView({ data }: ViewProps) {
  const plan = useMemo(() => (isPlan(data) ? readPlan(data) : undefined), [data]);
  return plan ? <PlanTree plan={plan} /> : <UnreadPlan data={data} />;
}

/** The text alone, for a plan that has no tree. */
function UnreadPlan({ data }: ViewProps) {
  return isPlan(data) ? <pre class="text">{data.text}</pre> : null;
}

/** Inputs stand below the node that reads them. */
function PlanTree({ plan }: { readonly plan: Plan }) {
  const lines = linesOf(plan.nodes);
  const hasRows = lines.some(({ node }) => node.estimated !== undefined || node.actual !== undefined);
  return (
    <div class="plan" data-testid="plan-tree" data-measure={plan.measure ?? 'none'}>
      <PlanDetails plan={plan} />
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

function PlanDetails({ plan: { details } }: { readonly plan: Plan }) {
  if (details.length === 0) return null;
  return (
    <dl class="plan-facts">
      {details.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LineViewProps {
  readonly line: PlanLine;
  readonly hasRows: boolean;
  readonly measure: Measure | undefined;
}

function LineView({ line, hasRows, measure }: LineViewProps) {
  const { node, depth } = line;
  return (
    <tr data-testid="plan-step" data-heat={heatOf(node)} data-depth={depth}>
      <th scope="row">
        <div class="plan-step">
          <Branches line={line} />
          <NodeView node={node} depth={depth} />
        </div>
      </th>
      {hasRows && (
        <td class="plan-rows">
          <RowsView node={node} />
        </td>
      )}
      {measure && (
        <>
          <td class="plan-own">{node.own !== undefined && ownOf(node.own, measure)}</td>
          <td class="plan-share">
            <ShareBar share={node.share} />
          </td>
        </>
      )}
    </tr>
  );
}

/** The lines of the tree, one for each level. */
function Branches({ line: { depth, continues, node } }: { readonly line: PlanLine }) {
  return (
    <span class="branches" aria-hidden="true">
      {continues.slice(1).map((on, level) => (
        <span key={level} data-turn={level === depth - 1} data-on={on} />
      ))}
      <span class="branch-end" data-on={node.children.length > 0} />
    </span>
  );
}

function NodeView({ node, depth }: { readonly node: PlanNode; readonly depth: number }) {
  return (
    <div class="plan-words">
      <span class="unseen">Level {depth + 1}: </span>
      {node.role && <span class="plan-role">{node.role}</span>}
      <b>{node.name}</b>
      {node.relation && (
        <>
          {' on '}
          <code>{node.relation}</code>
        </>
      )}
      {node.index && (
        <>
          {' by '}
          <code>{node.index}</code>
        </>
      )}
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

function RowsView({ node: { estimated, actual, loops } }: { readonly node: PlanNode }) {
  return (
    <>
      {actual !== undefined && <b>{formatNumber(actual)}</b>}
      {actual === undefined && estimated !== undefined && `≈ ${formatNumber(estimated)}`}
      {loops !== undefined && loops > 1 && <small>in each of {formatNumber(loops)} runs</small>}
      {actual !== undefined && estimated !== undefined && <small>planned {formatNumber(estimated)}</small>}
    </>
  );
}

function ownOf(own: number, measure: Measure): string {
  return measure === 'time' ? formatDuration(own) : formatNumber(own);
}

function ShareBar({ share }: { readonly share: number | undefined }) {
  if (share === undefined) return null;
  const percent = Math.round(share * 100);
  return (
    <span class="share">
      <span class="share-text">{percent} %</span>
      <span class="share-track" aria-hidden="true">
        <span class="share-bar" style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}

const HOT = 0.4;
const WARM = 0.15;

function heatOf({ share = 0 }: PlanNode): 'hot' | 'warm' | 'cool' {
  if (share >= HOT) return 'hot';
  return share >= WARM ? 'warm' : 'cool';
}
