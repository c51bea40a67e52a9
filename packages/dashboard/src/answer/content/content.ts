import { parseJson } from '../../form/input.ts';
import { isRecord, type JsonObject, listOf, recordOf, textOf } from '../../json.ts';

export interface Media {
  readonly mimeType: string;
  /** In base64. */
  readonly data: string;
  readonly name: string;
}

export type Link = Readonly<Record<'uri' | 'title' | 'description' | 'mimeType', string>>;

/** A content part of an MCP result, as the page can show it. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly uri?: string }
  | { readonly kind: 'value'; readonly value: unknown; readonly uri?: string }
  | { readonly kind: 'image' | 'audio' | 'file'; readonly media: Media }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'unknown'; readonly value: unknown };

/** The content list of an MCP result and nothing beside it. */
export function isContent(data: unknown): boolean {
  if (!isRecord(data) || !Array.isArray(data.content) || Object.keys(data).length !== 1) return false;
  return data.content.every((part) => typeof recordOf(part).type === 'string');
}

export function partsOf(result: unknown): readonly Part[] {
  return contentOf(result).map(partOf);
}

/** The content beside structured data or a failure message: text parts repeat those, media do not. */
export function nonTextContent(result: unknown): { readonly content: readonly unknown[] } | undefined {
  const content = contentOf(result).filter((part) => recordOf(part).type !== 'text');
  return content.length > 0 ? { content } : undefined;
}

function contentOf(result: unknown): readonly unknown[] {
  return listOf(recordOf(result).content);
}

function partOf(part: unknown): Part {
  return knownPart(recordOf(part)) ?? { kind: 'unknown', value: part };
}

function knownPart(part: JsonObject): Part | undefined {
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string' ? textPart(part.text) : undefined;
    case 'image':
    case 'audio':
      return mediaPart(part, part.data, part.type);
    case 'resource_link':
      return linkPart(part);
    case 'resource':
      return resourcePart(part.resource);
    default:
      return undefined;
  }
}

/** Many servers return JSON as text; it is shown as data. */
function textPart(text: string, uri?: string): Part {
  const where = uri === undefined ? {} : { uri };
  const parsed = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  return parsed?.ok ? { kind: 'value', value: parsed.value, ...where } : { kind: 'text', text, ...where };
}

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+/;

function mediaPart(fields: JsonObject, data: unknown, name: string): Part | undefined {
  if (typeof data !== 'string') return undefined;
  const mimeType = MIME_TYPE.exec(String(fields.mimeType ?? ''))?.[0] ?? 'application/octet-stream';
  const kind = mimeType.startsWith('image/') ? 'image' : mimeType.startsWith('audio/') ? 'audio' : 'file';
  return { kind, media: { mimeType, data, name } };
}

function linkPart({ uri, title, name, description, mimeType }: JsonObject): Part | undefined {
  if (typeof uri !== 'string') return undefined;
  const named = textOf(title) || textOf(name) || uri;
  return {
    kind: 'link',
    link: { uri, title: named, description: textOf(description), mimeType: textOf(mimeType) },
  };
}

function resourcePart(resource: unknown): Part | undefined {
  if (!isRecord(resource)) return undefined;
  const uri = textOf(resource.uri);
  if (typeof resource.text === 'string') return textPart(resource.text, uri);
  return mediaPart(resource, resource.blob, uri);
}

/** The decoded size of base64. */
export function sizeOf({ data }: Media): number {
  const padding = /=*$/.exec(data)?.[0].length ?? 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}

/** Only these schemes can be opened from a page. */
export function isWebAddress(uri: string): boolean {
  return /^https?:\/\//i.test(uri);
}

/** The last segment of a URI as a safe file name. */
export function fileNameOf({ name, mimeType }: Media): string {
  const path = name.replace(/[?#].*/, '').split(/[\\/]/);
  const safe = (path.findLast(Boolean) ?? 'answer').replaceAll(/[^\p{L}\p{N}._-]/gu, '_');
  return safe.includes('.') ? safe : `${safe}.${mimeType.replace(/^.*\/|\+.*$/g, '')}`;
}
