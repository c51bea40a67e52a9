import { describe, expect, it } from 'vitest';
import { fileNameOf, isContent, isWebAddress, nonTextContent, partsOf, sizeOf } from './content.ts';

const image = { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' };
const media = { mimeType: 'image/png', data: 'aGVsbG8=', name: 'image' };

describe('content of an upstream server', () => {
  it('is recognised by its shape', () => {
    expect(isContent({ content: [] })).toBe(true);
    expect(isContent({ content: [{ type: 'text', text: 'x' }, image] })).toBe(true);
    expect(isContent({ content: ['x'] })).toBe(false);
    expect(isContent({ content: [{ text: 'x' }] })).toBe(false);
    expect(isContent({ content: [], rows: [] })).toBe(false);
    expect(isContent([{ type: 'text' }])).toBe(false);
  });

  it('is text, or the data of JSON text', () => {
    const texts = ['hello', '{"a":1}', '[1, 2', ' [1]'].map((text) => ({ type: 'text', text }));
    expect(partsOf({ content: texts })).toEqual([
      { kind: 'text', text: 'hello' },
      { kind: 'value', value: { a: 1 } },
      { kind: 'text', text: '[1, 2' },
      { kind: 'value', value: [1] },
    ]);
  });

  it('has media by MIME type, also in resources', () => {
    const sound = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
    const blob = { uri: 'demo://file/data.zip', blob: 'AAAA', mimeType: 'application/zip' };
    const picture = { uri: 'demo://picture', blob: 'AAAA', mimeType: 'image/svg+xml; charset=utf-8' };
    const resources = [blob, picture].map((resource) => ({ type: 'resource', resource }));
    const parts = partsOf({ content: [image, sound, ...resources] });
    expect(parts.map(({ kind }) => kind)).toEqual(['image', 'audio', 'file', 'image']);
    expect(parts[0]).toEqual({ kind: 'image', media });
    expect(parts[3]).toMatchObject({ media: { mimeType: 'image/svg+xml' } });
  });

  it('has links and texts of resources with their URIs', () => {
    const link = { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt', mimeType: 'text/plain' };
    const resource = { type: 'resource', resource: { uri: 'demo://note', text: 'hello' } };
    expect(partsOf({ content: [link, resource] })).toEqual([
      {
        kind: 'link',
        link: { uri: 'file:///a.txt', title: 'a.txt', description: '', mimeType: 'text/plain' },
      },
      { kind: 'text', text: 'hello', uri: 'demo://note' },
    ]);
  });

  it.each([
    { type: 'hologram', data: 'x' },
    { type: 'image' },
    { type: 'text' },
    { type: 'resource' },
    { type: 'resource_link', name: 'nowhere' },
    null,
  ])('is shown as data when it is %j', (part) => {
    expect(partsOf({ content: [part] })).toEqual([{ kind: 'unknown', value: part }]);
  });

  it('keeps only non-text parts beside structured data', () => {
    const raw = { structuredContent: { a: 1 }, content: [{ type: 'text', text: '{"a":1}' }, image] };
    expect(nonTextContent(raw)).toEqual({ content: [image] });
    expect(nonTextContent({ content: [{ type: 'text', text: 'x' }] })).toBeUndefined();
    expect(nonTextContent(undefined)).toBeUndefined();
  });
});

describe('media', () => {
  it('have a size and a file name', () => {
    expect(sizeOf(media)).toBe(5);
    expect(fileNameOf(media)).toBe('image.png');
    expect(fileNameOf({ ...media, name: 'demo://file/data.zip?x' })).toBe('data.zip');
    expect(fileNameOf({ ...media, name: 'file:///../b c.txt' })).toBe('b_c.txt');
    expect(fileNameOf({ ...media, name: '', mimeType: 'image/svg+xml' })).toBe('answer.svg');
  });
});

it('accepts only http and https as web addresses', () => {
  expect(isWebAddress('https://example.org/a')).toBe(true);
  for (const uri of ['javascript:alert(1)', 'file:///etc/passwd', 'demo://x', ' https://x'])
    expect(isWebAddress(uri)).toBe(false);
});
