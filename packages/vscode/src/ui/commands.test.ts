import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
    readonly walkthroughs: readonly { readonly steps: readonly { readonly description: string }[] }[];
    readonly viewsWelcome: readonly { readonly contents: string }[];
  };
}

const { contributes }: Manifest = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const ids = commands.map(({ id }) => id);

test('declares every command in the manifest, with its title', () => {
  const declared = contributes.commands.map(({ command, title }) => [command, title]);
  expect(declared).toEqual(commands.map(({ id, title }) => [id, title]));
  expect(new Set(ids).size).toBe(ids.length);
});

test('names only existing commands in menus, walkthroughs and empty views', () => {
  const { menus, walkthroughs, viewsWelcome } = contributes;
  const texts = [
    ...walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description)),
    ...viewsWelcome.map(({ contents }) => contents),
  ];
  const linked = texts.flatMap((text) => [...text.matchAll(/command:(molehill\.\w+)/g)].map(([, id]) => id));
  const inMenus = Object.values(menus).flatMap((items) => items.map(({ command }) => command));
  expect(linked.length).toBeGreaterThan(0);
  for (const id of [...linked, ...inMenus]) expect(ids).toContain(id);
});
