import type { ToolDescription } from '@molehill/api';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { CallsPanel } from './calls-panel.tsx';
import { DebugView } from './debug/debug-view.tsx';
import { useForms } from './form/form-state.ts';
import { Header } from './header.tsx';
import { Overview } from './overview.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { Rail } from './rail.tsx';
import { type Route, useRoute } from './route.ts';
import { ServersView } from './servers/servers-view.tsx';
import { useShortcuts } from './shortcuts.ts';
import { groupTools, shortName, type ToolGroup } from './tool-list.ts';
import { type ToolRuns, useToolRuns } from './tool-runs.ts';
import { ToolView } from './tool-view.tsx';
import { type Live, projectName, useLive } from './use-live.ts';
import './styles/layout.css';

export function Workbench() {
  const live = useLive();
  const route = useRoute();
  const openedByKey = useRef(false);
  const { calls, status, tools } = live;
  const chosen = route.view === 'tool' ? tools?.find(({ name }) => name === route.tool) : undefined;
  const groups = useMemo(() => groupTools(status?.servers, tools), [status, tools]);
  const panel = useMemo(() => <CallsPanel calls={calls} tools={tools ?? []} />, [calls, tools]);
  const rememberKeyboard = (byKey: boolean) => {
    openedByKey.current = byKey;
  };
  useShortcuts();
  useTitle(chosen ? shortName(chosen) : VIEW_TITLES[route.view], status && projectName(status));
  return (
    <div class="workbench">
      <Header live={live} />
      <Rail
        groups={groups}
        loading={tools === undefined}
        debugging={live.debugging}
        view={route.view}
        chosen={chosen?.name}
        onOpen={rememberKeyboard}
      />
      <Main live={live} route={route} groups={groups} chosen={chosen} focusForm={openedByKey.current} />
      {panel}
    </div>
  );
}

const VIEW_TITLES: Readonly<Partial<Record<Route['view'], string>>> = { servers: 'Servers', debug: 'Debug' };

interface MainProps {
  readonly live: Live;
  readonly route: Route;
  readonly groups: readonly ToolGroup[];
  readonly chosen: ToolDescription | undefined;
  readonly focusForm: boolean;
}

function Main({ live, route, groups, chosen: tool, focusForm }: MainProps) {
  const runs = useToolRuns();
  const forms = useForms();
  const shared = { runs, forms, calls: live.calls, focusForm };
  return (
    <main class="main">
      {tool && <ToolView key={tool.name} tool={tool} {...shared} />}
      {route.view === 'servers' && <ServersView live={live} chosen={route.server} />}
      {route.view === 'debug' && <DebugView live={live} chosen={route.session} />}
      {(route.view === 'overview' || route.view === 'tool') && !tool && (
        <Overview live={live} groups={groups} missing={route.view === 'tool' ? route.tool : undefined} />
      )}
      <PendingQuestion tools={live.tools ?? []} runs={runs} />
    </main>
  );
}

/** A question is shown whichever tool is open. */
function PendingQuestion(props: { readonly tools: readonly ToolDescription[]; readonly runs: ToolRuns }) {
  const { tools, runs } = props;
  const tool = tools.find(({ name }) => runs.of(name).pending?.question);
  const pending = tool && runs.of(tool.name).pending;
  if (!tool || !pending?.question) return null;
  return (
    <QuestionDialog
      key={`${tool.name} ${pending.answers.length}`}
      tool={tool}
      question={pending.question}
      onReply={(accepted) => runs.reply(tool.name, accepted)}
    />
  );
}

function useTitle(...parts: readonly (string | false | undefined)[]): void {
  const title = [...parts, 'Molehill'].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
