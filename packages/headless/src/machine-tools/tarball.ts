import { createReadStream } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isInside } from '@molehill/core/files/inside';

const BLOCK = 512;

interface Header {
  readonly name: string;
  readonly size: number;
  readonly mode: number;
  /** `0` is a file, `x` holds attributes of the next entry; others are not extracted. */
  readonly type: string;
}

export interface ExtractOptions {
  /** The folder inside the archive whose files are extracted, with `/` at its end. */
  readonly folder: string;
  readonly target: string;
  readonly signal: AbortSignal;
}

/** Extracts the files of one folder of a `.tgz`. Links are not extracted, so no path leads out of the target. */
export async function extractFolder(archive: string, options: ExtractOptions): Promise<number> {
  let extracted = 0;
  await pipeline(
    createReadStream(archive),
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      extracted = await extractEntries(new BlockReader(chunks), options);
    },
    { signal: options.signal },
  );
  return extracted;
}

async function extractEntries(reader: BlockReader, { folder, target }: ExtractOptions): Promise<number> {
  let extracted = 0;
  let longName: string | undefined;
  for (let header = await readHeader(reader); header; header = await readHeader(reader)) {
    const name = longName ?? header.name;
    longName = header.type === 'x' ? paxPath((await reader.read(header.size)).toString('utf8')) : undefined;
    if (header.type === '0' && name.startsWith(folder)) {
      await writeEntry(reader, header, join(target, inFolder(target, name.slice(folder.length))));
      extracted += 1;
    } else if (header.type !== 'x') await reader.skip(header.size);
    await reader.skip(padding(header.size));
  }
  await reader.drain();
  return extracted;
}

function inFolder(target: string, name: string): string {
  if (isInside(target, resolve(target, name))) return name;
  throw new Error(`the archive names a file outside of its folder: ${name}`);
}

async function writeEntry(reader: BlockReader, { size, mode }: Header, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of reader.take(size)) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
  await chmod(path, mode & 0o100 ? 0o755 : 0o644);
}

async function readHeader(reader: BlockReader): Promise<Header | undefined> {
  const block = await reader.read(BLOCK);
  if (block.length < BLOCK || block.every((byte) => byte === 0)) return undefined;
  const text = (from: number, length: number) =>
    block
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0.*$/s, '');
  const number = (from: number, length: number) => Number.parseInt(text(from, length).trim() || '0', 8);
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : '';
  const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100);
  return { name, size: number(124, 12), mode: number(100, 8), type: text(156, 1) || '0' };
}

/** Records of the form `<length> path=<value>\n`. */
function paxPath(records: string): string | undefined {
  return /^\d+ path=(.*)$/m.exec(records)?.[1];
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** Reads given numbers of bytes from chunks of any size. */
class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#next())) throw new Error('the archive is cut off');
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async read(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.take(size)) parts.push(part);
    return Buffer.concat(parts);
  }

  async skip(size: number): Promise<void> {
    for await (const _ of this.take(size));
  }

  /** Reads to the end: what follows the last entry is padding. */
  async drain(): Promise<void> {
    while (await this.#next());
  }

  async #next(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#rest = value;
    return true;
  }
}
