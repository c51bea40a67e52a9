const tsconfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    noEmit: true,
    types: [],
    allowImportingTsExtensions: true,
  },
});

/** A TypeScript project with the names that a text search takes for one another. */
export const shop: Readonly<Record<string, string>> = {
  'tsconfig.json': tsconfig,
  'package.json': '{"type": "module"}',
  'cart.ts': `/** The total of a cart; total is not subtotal. */
export function total(value: number): number;
export function total(value: string): number;
export function total(value: number | string): number {
  const text = 'total of value';
  const subtotal = text.length; // total
  return Number(value) + subtotal;
}

export interface Item {
  price: number;
  label: string;
}
export interface Item {
  count: number;
}

export class Cart {
  #items: Item[] = [];
  static size = 1;
  constructor(readonly owner: string) {}
  size(): number {
    return this.#items.length;
  }
  get first(): Item | undefined {
    return this.#items[0];
  }
  set first(item: Item | undefined) {
    if (item) this.#items.push(item);
  }
  add(item: Item): number {
    const { price } = item;
    const { price: cost, label } = item;
    return price + cost + label.length;
  }
}

export function shadow(total: number): number {
  const inner = (total: number) => total * 2;
  return inner(total);
}

export const describe = (item: Item) => \`\${item.label} total \${total(item.price)}\`;
export default function main(): number {
  return total(1) + total('2');
}
`,
  'use.ts': `import main, { Cart, total as sum, describe } from './cart.ts';
export { total } from './cart.ts';

export function run(): string {
  const cart = new Cart('total');
  const price = 3;
  cart.add({ price, label: 'a', count: 1 });
  return describe({ price, label: 'total', count: sum(1) }) + main() + cart.size() + Cart.size;
}
`,
  'index.ts': `export { total, describe as show } from './use-all.ts';
export * from './use.ts';
`,
  'use-all.ts': `export * from './cart.ts';
`,
  'far.ts': `import { total } from './index.ts';
// total in a comment
export const result = { total: total(3), text: 'total' };
`,
};
