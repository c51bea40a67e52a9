import { requestCode } from './api-client.ts';

/** Tabs of this origin: another port is another origin, and does not hear them. */
const CHANNEL = 'molehill-tabs';

type Message =
  | { readonly kind: 'is anyone signed in' | 'signed in' }
  | { readonly kind: 'code wanted'; readonly by: string }
  | { readonly kind: 'code'; readonly for: string; readonly code: string };

/** Gives codes to tabs that are not signed in, while this one is. */
export function serveOtherTabs(): () => void {
  const { send, close } = openChannel((message) => {
    if (message.kind === 'is anyone signed in') send({ kind: 'signed in' });
    if (message.kind === 'code wanted')
      requestCode().then(
        (code) => send({ kind: 'code', for: message.by, code }),
        () => {},
      );
  });
  return close;
}

interface TabListener {
  /** Another tab is signed in and can give a code. */
  found(): void;
  received(code: string): void;
}

/** For a tab that is not signed in. */
export function findOtherTab(listener: TabListener) {
  const id = crypto.randomUUID();
  const { send, close } = openChannel((message) => {
    if (message.kind === 'signed in') listener.found();
    if (message.kind === 'code' && message.for === id) listener.received(message.code);
  });
  send({ kind: 'is anyone signed in' });
  return { requestCode: () => send({ kind: 'code wanted', by: id }), close };
}

function openChannel(receive: (message: Message) => void) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
  return { send: (message: Message) => channel.postMessage(message), close: () => channel.close() };
}
