import type { ComponentChildren } from 'preact';

interface IconButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
  readonly result?: string | undefined;
}

export function IconButton({ label, onClick, children, result }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      data-result={result}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
