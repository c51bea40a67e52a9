import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CheckIcon, CopyIcon, CrossIcon } from './icons.tsx';

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

const SHOWN_MS = 1_500;
const RESULTS = {
  copied: { label: 'Copied', icon: <CheckIcon /> },
  failed: { label: 'Copying failed', icon: <CrossIcon /> },
} as const;

interface CopyButtonProps {
  readonly text: () => string;
  /** What is copied, for the button's name. */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [result, setResult] = useState<keyof typeof RESULTS>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setResult('copied'),
      () => setResult('failed'),
    );
  const { label, icon } = result ? RESULTS[result] : { label: `Copy ${what}`, icon: <CopyIcon /> };
  return (
    <IconButton label={label} result={result} onClick={copy}>
      {icon}
    </IconButton>
  );
}
