import { useEffect } from 'preact/hooks';

export const FILTER_ID = 'tool-filter';
export const FORM_ID = 'tool-form';

/** `/` focuses the filter; Ctrl or Cmd with Enter calls the tool, wherever the focus is. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitForm(event);
      else if (event.key === '/' && !isTyping(event.target)) focusFilter(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function submitForm(event: KeyboardEvent): void {
  const form = document.getElementById(FORM_ID);
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  form.requestSubmit();
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.getElementById(FILTER_ID);
  if (event.ctrlKey || event.metaKey || event.altKey || !(filter instanceof HTMLInputElement)) return;
  event.preventDefault();
  filter.focus();
  filter.select();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null
  );
}
