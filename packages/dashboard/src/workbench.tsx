import type { ToolDescription } from '@molehill/api';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { CallsPanel } from './calls-panel.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useForms } from './form/form-state.ts';
import { Header } from './header.tsx';
import { Overview } from './overview.tsx';
import { Rail } from './rail.tsx';
import { type Route, useRoute } from './route.ts';
import { ServersView } from './servers/servers-view.tsx';
import { useShortcuts } from './shortcuts.ts';
import { groupTools, shortName, type ToolGroup } from './tool-list.ts';
import { useToolRuns } from './tool-runs.ts';
import { ToolView } from './tool-view.tsx';
import { type Live, useLive } from './use-live.ts';
import './styles/layout.css';

export function Workbench({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const live = useLive(onSignedOut);
  const runs = useToolRuns(onSignedOut);
  const forms = useForms();
  const route = useRoute();
  const openedByKey = useRef(false);
  const chosen = route.view === 'tool' ? live.tools?.find(({ name }) => name === route.tool) : undefined;
  const groups = useMemo(() => groupTools(live.status?.servers, live.tools), [live.status, live.tools]);
  const rememberKeyboard = useCallback((byKey: boolean) => {
    openedByKey.current = byKey;
  }, []);
  const panel = useMemo(() => <CallsPanel calls={live.calls} tools={live.tools} />, [live.calls, live.tools]);
  useShortcuts();
  useTitle(chosen ? shortName(chosen) : route.view === 'servers' ? 'Servers' : undefined, live);

  return (
    <div class="workbench">
      <Header live={live} />
      <Rail
        groups={groups}
        loading={live.tools === undefined}
        view={route.view}
        chosen={chosen?.name}
        onOpen={rememberKeyboard}
      />
      <main class="main">
        {chosen ? (
          <ToolView
            key={chosen.name}
            tool={chosen}
            runs={runs}
            forms={forms}
            calls={live.calls}
            focusForm={openedByKey.current}
          />
        ) : (
          <OtherView route={route} live={live} groups={groups} onSignedOut={onSignedOut} />
        )}
      </main>
      {panel}
      <Confirmations tools={live.tools ?? []} runs={runs} />
    </div>
  );
}

interface OtherViewProps {
  readonly route: Route;
  readonly live: Live;
  readonly groups: readonly ToolGroup[];
  readonly onSignedOut: () => void;
}

function OtherView({ route, live, groups, onSignedOut }: OtherViewProps) {
  if (route.view === 'servers')
    return <ServersView live={live} chosen={route.server} onSignedOut={onSignedOut} />;
  return <Overview live={live} groups={groups} missing={route.view === 'tool' ? route.tool : undefined} />;
}

/** A confirmation is shown whichever tool is open. */
function Confirmations(props: {
  readonly tools: readonly ToolDescription[];
  readonly runs: ReturnType<typeof useToolRuns>;
}) {
  const tool = props.tools.find(({ name }) => props.runs.of(name).pending?.question !== undefined);
  const question = tool && props.runs.of(tool.name).pending?.question;
  if (!tool || question === undefined) return null;
  return (
    <ConfirmDialog
      key={`${tool.name} ${question}`}
      tool={tool}
      question={question}
      onReply={(confirmed) => props.runs.reply(tool.name, confirmed)}
    />
  );
}

function useTitle(chosen: string | undefined, { status }: Live): void {
  const project = status?.workspace.split(/[\\/]/).findLast(Boolean);
  const title = [chosen, project, 'Molehill'].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
