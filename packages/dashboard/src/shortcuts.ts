import { useEffect } from 'preact/hooks';

export const FILTER_ID = 'tool-filter';
export const FORM_ID = 'tool-form';
const TEXT_FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, select';

/** `/` focuses the filter; Ctrl or Cmd with Enter calls the tool, wherever the focus is. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (document.querySelector('dialog[open]')) return;
  const { key, target, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const isTyping = target instanceof Element && target.closest(TEXT_FIELDS) !== null;
  const form = document.getElementById(FORM_ID);
  const filter = document.getElementById(FILTER_ID);
  if (key === 'Enter' && isCommand && form instanceof HTMLFormElement) {
    event.preventDefault();
    form.requestSubmit();
  } else if (key === '/' && !isCommand && !altKey && !isTyping && filter instanceof HTMLInputElement) {
    event.preventDefault();
    filter.focus();
    filter.select();
  }
}
