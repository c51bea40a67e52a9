interface TabsProps<Id extends string> {
  readonly labels: Readonly<Record<Id, string>>;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<Id extends string>({ labels, chosen, onChoose }: TabsProps<Id>) {
  const ids = Object.keys(labels) as Id[];
  const move = (event: KeyboardEvent) => {
    const next = ids.at((ids.indexOf(chosen) + (STEPS[event.key] ?? 0)) % ids.length);
    if (!next || next === chosen) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views of the answer">
      {ids.map((id) => (
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
          {labels[id]}
        </button>
      ))}
    </div>
  );
}
