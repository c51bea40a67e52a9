import { at, isLiteralRecord, type Literal, Withheld } from '../literal/literal.ts';

export interface ServicePort {
  readonly container: number;
  /** The port of this machine; undefined when there is none. */
  readonly published: Literal;
}

export function portsOf(service: Literal): readonly ServicePort[] {
  const written = at(service, 'ports');
  // With the network of the machine, every port is reached as it is.
  if (at(service, 'network_mode') === 'host') return [{ container: Number.NaN, published: 'host' }];
  if (!Array.isArray(written)) return [];
  return written.flatMap((port: Literal) => {
    if (isLiteralRecord(port))
      return [{ container: Number(at(port, 'target')), published: at(port, 'published') }];
    if (port instanceof Withheld)
      return [{ container: Number(port.template.split(':').at(-1)), published: port }];
    return typeof port === 'string' || typeof port === 'number' ? shortPorts(String(port)) : [];
  });
}

/** `[address:][published:]container[/protocol]`; both may be ranges. */
function shortPorts(written: string): ServicePort[] {
  const [container = '', published] = written
    .replace(/\/\w+$/, '')
    .split(':')
    .reverse();
  const [first, last] = rangeOf(container);
  const [from, to] = published ? rangeOf(published) : [undefined, undefined];
  if (from === undefined || to === undefined) return [{ container: first, published: undefined }];
  if (last - first !== to - from) return [{ container: first, published }];
  const length = Math.min(last - first, 1_000) + 1;
  return Array.from({ length }, (_, index) => ({ container: first + index, published: from + index }));
}

function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.split('-');
  return [Number(first), Number(last)];
}
