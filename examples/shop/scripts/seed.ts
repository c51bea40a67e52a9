import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { databaseFile } from '../src/db.ts';
import { CATALOGUE } from './catalogue.ts';
import { COUPONS } from './coupons.ts';
import { type CustomerPlan, planCustomers } from './customers.ts';
import { DAY_MS, FIRST_MONTH, FIRST_YEAR, isoDay, isoMoment } from './dates.ts';
import { type OrderPlan, planOrders } from './history.ts';
import { planPayments } from './payments.ts';
import { type ProductPlan, planProducts } from './products.ts';
import { randomFor } from './random.ts';
import { planReviews } from './reviews.ts';

type Row = Readonly<Record<string, SQLInputValue>>;
type Tables = Readonly<Record<string, Row[]>>;

function soldPieces(orders: OrderPlan[]): Map<number, number> {
  const sold = new Map<number, number>();
  for (const { lines } of orders.filter((order) => order.status !== 'cancelled')) {
    for (const { product, quantity } of lines) sold.set(product.id, (sold.get(product.id) ?? 0) + quantity);
  }
  return sold;
}

/** Customers join with their first order or some time before it. */
function joinDays(customers: CustomerPlan[], orders: OrderPlan[]): Map<number, string> {
  const random = randomFor('joining');
  const opening = Date.UTC(FIRST_YEAR, FIRST_MONTH);
  const firstOrder = new Map<number, number>();
  for (const { customer, placedMs } of orders.toReversed()) firstOrder.set(customer.id, placedMs);
  return new Map(
    customers.map(({ id }) => {
      const latest = firstOrder.get(id) ?? opening + random.between(0, 700) * DAY_MS;
      const waited = random.chance(0.6) ? 0 : random.between(1, 420);
      return [id, isoDay(latest - waited * DAY_MS)];
    }),
  );
}

function categoryRows(): Row[] {
  return CATALOGUE.map(({ slug, name }, index) => ({ id: index + 1, slug, name }));
}

function tierRows(): Row[] {
  return CATALOGUE.flatMap(({ tiers }, index) =>
    Object.entries(tiers).map(([pieces, percent]) => ({
      category_id: index + 1,
      min_quantity: Number(pieces),
      percent,
    })),
  );
}

function productRow(product: ProductPlan, sold: number): Row {
  return {
    id: product.id,
    category_id: product.categoryId,
    sku: product.sku,
    name: product.name,
    price_cents: product.priceCents,
    stock: product.stock + sold,
    reorder_level: product.reorderLevel,
    attributes: JSON.stringify(product.attributes),
  };
}

function customerTables(customers: CustomerPlan[], orders: OrderPlan[]): Tables {
  const joined = joinDays(customers, orders);
  return {
    customers: customers.map(({ id, name, company, email }) => ({
      id,
      name,
      company,
      email,
      joined_on: joined.get(id) ?? null,
    })),
    addresses: customers.flatMap((customer) =>
      customer.addresses.map(({ customerId, ...address }) => ({ ...address, customer_id: customerId })),
    ),
  };
}

function couponRows(): Row[] {
  return COUPONS.map(({ code, description, kind, value, minSpendCents, validFrom, validUntil }) => ({
    code,
    description,
    kind,
    value,
    min_spend_cents: minSpendCents,
    valid_from: validFrom,
    valid_until: validUntil,
  }));
}

function orderTables(orders: OrderPlan[]): Tables {
  return {
    orders: orders.map((order) => ({
      id: order.id,
      customer_id: order.customer.id,
      address_id: order.addressId,
      status: order.status,
      placed_at: isoMoment(order.placedMs),
      shipping_cents: order.shippingCents,
      total_cents: order.totalCents,
    })),
    order_lines: orders.flatMap(({ id, lines }) =>
      lines.map(({ product, quantity, unitPriceCents }) => ({
        order_id: id,
        product_id: product.id,
        quantity,
        unit_price_cents: unitPriceCents,
      })),
    ),
    order_coupons: orders.flatMap(({ id, coupons }) => coupons.map(({ code }) => ({ order_id: id, code }))),
  };
}

function paymentRows(orders: OrderPlan[]): Row[] {
  return planPayments(orders).map(({ orderId, method, status, amountCents, paidMs }) => ({
    order_id: orderId,
    method,
    status,
    amount_cents: amountCents,
    paid_at: isoMoment(paidMs),
  }));
}

function reviewRows(orders: OrderPlan[]): Row[] {
  return planReviews(orders).map(({ productId, customerId, rating, body, writtenMs }) => ({
    product_id: productId,
    customer_id: customerId,
    rating,
    body,
    written_on: isoDay(writtenMs),
  }));
}

/** In the order in which the foreign keys allow them to be filled. */
function planTables(): Tables {
  const products = planProducts();
  const customers = planCustomers();
  const orders = planOrders(customers, products);
  const sold = soldPieces(orders);
  return {
    categories: categoryRows(),
    volume_discounts: tierRows(),
    products: products.map((product) => productRow(product, sold.get(product.id) ?? 0)),
    ...customerTables(customers, orders),
    coupons: couponRows(),
    ...orderTables(orders),
    payments: paymentRows(orders),
    reviews: reviewRows(orders),
  };
}

function fillTable(db: DatabaseSync, table: string, rows: Row[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const places = columns.map(() => '?').join(', ');
  const insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
  for (const row of rows) insert.run(...Object.values(row));
}

function writeDatabase(file: string, tables: Tables): void {
  const db = new DatabaseSync(file);
  try {
    db.exec(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'));
    db.exec('BEGIN');
    for (const [table, rows] of Object.entries(tables)) fillTable(db, table, rows);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** Whoever reads the old database meanwhile keeps it whole; the new one appears complete or not at all. */
function replaceDatabase(target: string, tables: Tables): void {
  const draft = `${target}.${process.pid}.tmp`;
  mkdirSync(dirname(target), { recursive: true });
  try {
    writeDatabase(draft, tables);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
    rmSync(`${draft}-journal`, { force: true });
  }
}

const target = databaseFile();
const tables = planTables();
replaceDatabase(target, tables);
const counts = Object.entries(tables).map(([table, rows]) => `${rows.length} ${table.replace('_', ' ')}`);
console.log(`${target}: ${counts.join(', ')}`);
