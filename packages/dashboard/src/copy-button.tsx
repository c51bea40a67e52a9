import { useEffect, useState } from 'preact/hooks';
import { IconButton } from './icon-button.tsx';
import { CheckIcon, CopyIcon, CrossIcon } from './icons.tsx';

const SHOWN_MS = 1_500;
const LABELS = { copied: 'Copied', failed: 'Copying failed' } as const;
const ICONS = { copied: <CheckIcon />, failed: <CrossIcon /> } as const;

interface CopyButtonProps {
  readonly text: () => string;
  /** What is copied, for the button's name. */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [result, setResult] = useState<keyof typeof LABELS>();
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
  return (
    <IconButton label={result ? LABELS[result] : `Copy ${what}`} result={result} onClick={copy}>
      {result ? ICONS[result] : <CopyIcon />}
    </IconButton>
  );
}
