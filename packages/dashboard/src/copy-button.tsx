import { useEffect, useState } from 'preact/hooks';
import { CheckIcon, CopyIcon, CrossIcon } from './icons.tsx';

const SHOWN_MS = 1_500;

interface CopyButtonProps {
  readonly text: () => string;
  /** What is copied, for the button's name. */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>();
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
  const label = result === 'copied' ? 'Copied' : result === 'failed' ? 'Copying failed' : `Copy ${what}`;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      data-result={result}
      onClick={copy}
    >
      {result === 'copied' ? <CheckIcon /> : result === 'failed' ? <CrossIcon /> : <CopyIcon />}
    </button>
  );
}
