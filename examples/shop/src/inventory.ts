import { type ShopDb, selectAll, selectOne } from './db.ts';
import { ShopError } from './errors.ts';
import type { Cents } from './money.ts';

export type Availability = 'in stock' | 'low stock' | 'on order';

export type Product = {
  id: number;
  sku: string;
  name: string;
  category: string;
  categoryId: number;
  priceCents: Cents;
  stock: number;
  reorderLevel: number;
  attributes: Record<string, unknown>;
};

type ProductRow = Omit<Product, 'attributes'> & { attributes: string };

const PRODUCTS = `
  SELECT p.id, p.sku, p.name, c.slug AS category, c.id AS categoryId, p.price_cents AS priceCents,
         p.stock, p.reorder_level AS reorderLevel, p.attributes
  FROM products p JOIN categories c ON c.id = p.category_id`;

function toProduct(row: ProductRow): Product {
  return { ...row, attributes: JSON.parse(row.attributes) };
}

export function listProducts(db: ShopDb, category: string | null): Product[] {
  const rows = selectAll<ProductRow>(
    db,
    `${PRODUCTS} WHERE ?1 IS NULL OR c.slug = ?1 ORDER BY p.sku`,
    category,
  );
  if (category !== null && rows.length === 0) {
    throw new ShopError('not_found', `There is no category ${category}.`);
  }
  return rows.map(toProduct);
}

export function findProduct(db: ShopDb, sku: string): Product {
  const row = selectOne<ProductRow>(db, `${PRODUCTS} WHERE p.sku = ?`, sku);
  if (!row) throw new ShopError('bad_request', `There is no product ${sku}.`);
  return toProduct(row);
}

export function availability(product: Product, quantity: number): Availability {
  if (product.stock < quantity) return 'on order';
  return product.stock - quantity <= product.reorderLevel ? 'low stock' : 'in stock';
}
