import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CheckIcon, CopyIcon, CrossIcon } from './icons.tsx';

interface IconButtonProps {
  readonly label: string;
  readonly icon: ComponentChildren;
  readonly onClick: () => void;
  readonly result?: string | undefined;
}

export function IconButton({ label, icon, onClick, result }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      data-result={result}
      onClick={onClick}
    >
      {icon}
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
  const shown = result ? RESULTS[result] : { label: `Copy ${what}`, icon: <CopyIcon /> };
  return <IconButton {...shown} result={result} onClick={copy} />;
}
