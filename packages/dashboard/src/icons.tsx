import type { ComponentChildren } from 'preact';

/** A line drawing on a grid of 16 by 16. */
function icon(path: string, { spin = false, shape }: { spin?: boolean; shape?: ComponentChildren } = {}) {
  return function Icon() {
    return (
      <svg
        class={spin ? 'icon spin' : 'icon'}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        {shape}
        <path d={path} />
      </svg>
    );
  };
}

export const CheckIcon = icon('m3.5 8.5 3 3 6-7');
export const CrossIcon = icon('m4.5 4.5 7 7m0-7-7 7');
export const QuestionIcon = icon('M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 12v.1');
export const EventIcon = icon('M9 2 4 9h4l-1 5 5-7H8z');
export const ChevronIcon = icon('m4 6 4 4 4-4');
export const SpinnerIcon = icon('M8 2.5A5.5 5.5 0 1 1 2.5 8', { spin: true });
export const PencilIcon = icon('m10.5 3 2.5 2.5L6 12.5l-3 .5.5-3z');
export const WarningIcon = icon('M8 2.5 14 13H2zM8 6.5V9m0 2v.1');
export const PlusIcon = icon('M8 3.5v9M3.5 8h9');
export const MinusIcon = icon('M3.5 8h9');
export const FullScreenIcon = icon('M2.5 6V2.5H6m4 0h3.5V6m0 4v3.5H10m-4 0H2.5V10');
export const DownloadIcon = icon('M8 2.5v7.5m-3-3 3 3 3-3M2.5 13.5h11');
export const SearchIcon = icon('m10 10 3.5 3.5', { shape: <circle cx="7" cy="7" r="4" /> });
export const CopyIcon = icon('M10.5 3v-.5h-8v8H3', {
  shape: <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />,
});
export const FitIcon = icon('M5 8h6M5 8l1.5-1.5M5 8l1.5 1.5M11 8 9.5 6.5M11 8 9.5 9.5', {
  shape: <rect x="2" y="3" width="12" height="10" rx="1.5" />,
});

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M2 20c1.6-8 5.2-13 10-13s8.4 5 10 13z" />
      <circle cx="5" cy="7" r="1.5" />
      <circle cx="19.5" cy="8.5" r="1.2" />
    </svg>
  );
}
export const ContinueIcon = icon('M3.5 3v10M6.5 3.5v9l6.5-4.5z');
export const PauseIcon = icon('M5.5 3.5v9m5-9v9');
export const StopIcon = icon('M4 4h8v8H4z');
export const StepOverIcon = icon('M2.5 7.5a5.5 5.5 0 0 1 10.5-1.5m.5-3V6h-3', {
  shape: <circle cx="8" cy="12" r="1.3" />,
});
export const StepIntoIcon = icon('M8 2v6.5m-3-3 3 3 3-3', { shape: <circle cx="8" cy="12.5" r="1.3" /> });
export const StepOutIcon = icon('M8 9V2.5m-3 3 3-3 3 3', { shape: <circle cx="8" cy="12.5" r="1.3" /> });
