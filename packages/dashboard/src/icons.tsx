import type { ComponentChildren } from 'preact';

function Icon({ children, spin = false }: { readonly children: ComponentChildren; readonly spin?: boolean }) {
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
      {children}
    </svg>
  );
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="m3.5 8.5 3 3 6-7" />
    </Icon>
  );
}

export function CrossIcon() {
  return (
    <Icon>
      <path d="m4.5 4.5 7 7m0-7-7 7" />
    </Icon>
  );
}

export function QuestionIcon() {
  return (
    <Icon>
      <path d="M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 12v.1" />
    </Icon>
  );
}

export function CopyIcon() {
  return (
    <Icon>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 3v-.5h-8v8H3" />
    </Icon>
  );
}

export function ChevronIcon() {
  return (
    <Icon>
      <path d="m4 6 4 4 4-4" />
    </Icon>
  );
}

export function SpinnerIcon() {
  return (
    <Icon spin>
      <path d="M8 2.5A5.5 5.5 0 1 1 2.5 8" />
    </Icon>
  );
}

export function PencilIcon() {
  return (
    <Icon>
      <path d="m10.5 3 2.5 2.5L6 12.5l-3 .5.5-3z" />
    </Icon>
  );
}

export function WarningIcon() {
  return (
    <Icon>
      <path d="M8 2.5 14 13H2zM8 6.5V9m0 2v.1" />
    </Icon>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="4" />
      <path d="m10 10 3.5 3.5" />
    </Icon>
  );
}

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M2 20c1.6-8 5.2-13 10-13s8.4 5 10 13z" />
      <circle cx="5" cy="7" r="1.5" />
      <circle cx="19.5" cy="8.5" r="1.2" />
    </svg>
  );
}

export function PlusIcon() {
  return (
    <Icon>
      <path d="M8 3.5v9M3.5 8h9" />
    </Icon>
  );
}

export function MinusIcon() {
  return (
    <Icon>
      <path d="M3.5 8h9" />
    </Icon>
  );
}

export function FitIcon() {
  return (
    <Icon>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M5 8h6M5 8l1.5-1.5M5 8l1.5 1.5M11 8 9.5 6.5M11 8 9.5 9.5" />
    </Icon>
  );
}

export function FullScreenIcon() {
  return (
    <Icon>
      <path d="M2.5 6V2.5H6m4 0h3.5V6m0 4v3.5H10m-4 0H2.5V10" />
    </Icon>
  );
}

export function DownloadIcon() {
  return (
    <Icon>
      <path d="M8 2.5v7.5m-3-3 3 3 3-3M2.5 13.5h11" />
    </Icon>
  );
}
