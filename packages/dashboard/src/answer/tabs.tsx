interface TabsProps<Id extends string> {
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<Id extends string>({ tabs, chosen, onChoose }: TabsProps<Id>) {
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = step === undefined ? undefined : tabs.at((at + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views of the answer">
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          aria-controls="answer-panel"
          tabIndex={id === chosen ? 0 : -1}
          onKeyDown={move}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
