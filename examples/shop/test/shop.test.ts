import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  copyOfShop,
  dump,
  folder,
  node,
  read,
  report,
  type Service,
  shopDb,
  startService,
  write,
} from './harness.ts';

beforeAll(async () => {
  await node(shopDb, 'scripts/seed.ts');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the seed', () => {
  test('writes the same content a second time, over the old file, and leaves no draft behind', async () => {
    const again = join(folder, 'again', 'shop.db');
    await node(again, 'scripts/seed.ts');
    write(again, "UPDATE customers SET name = 'changed by hand'");
    await node(again, 'scripts/seed.ts');
    expect(dump(again)).toEqual(dump(shopDb));
    expect(readdirSync(join(folder, 'again'))).toEqual(['shop.db']);
  });

  test('prints one line with the counts that are in the file', async () => {
    const line = await node(join(folder, 'counted.db'), 'scripts/seed.ts');
    const [lines] = read<{ n: number }>(shopDb, 'SELECT count(*) AS n FROM order_lines');
    expect(line.trim().split('\n')).toHaveLength(1);
    expect(line).toContain('2500 orders');
    expect(line).toContain(`${lines?.n} order lines`);
  });

  test.each([
    ['categories', 12, 12],
    ['products', 180, 180],
    ['volume_discounts', 15, 30],
    ['customers', 600, 600],
    ['addresses', 650, 900],
    ['coupons', 10, 15],
    ['orders', 2500, 2500],
    ['order_lines', 6000, 7000],
    ['order_coupons', 200, 500],
    ['payments', 2300, 2700],
    ['reviews', 800, 1200],
  ])('fills %s with %i to %i rows', (table, least, most) => {
    const [row] = read<{ n: number }>(shopDb, `SELECT count(*) AS n FROM ${table}`);
    expect(row?.n).toBeGreaterThanOrEqual(least);
    expect(row?.n).toBeLessThanOrEqual(most);
  });

  test('leaves no broken foreign key and an intact file', () => {
    expect(read(shopDb, 'PRAGMA foreign_key_check')).toEqual([]);
    expect(read(shopDb, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  test('stores what was paid: every captured payment equals the total of its order', () => {
    const wrong = `SELECT o.id FROM orders o JOIN payments p ON p.order_id = o.id
      WHERE p.status = 'captured' AND p.amount_cents <> o.total_cents`;
    expect(read(shopDb, wrong)).toEqual([]);
  });
});

describe('the triggers', () => {
  test('take stock for a new line and give it back when the order is cancelled', () => {
    const copy = copyOfShop('triggers.db');
    const stock = () =>
      read<{ stock: number }>(copy, 'SELECT stock FROM products WHERE id = 1')[0]?.stock ?? 0;
    const before = stock();
    write(
      copy,
      `INSERT INTO orders VALUES (9001, 1, 1, 'pending', '2026-05-01T10:00:00Z', 490, 3470);
       INSERT INTO order_lines (order_id, product_id, quantity, unit_price_cents) VALUES (9001, 1, 2, 1490)`,
    );
    expect(stock()).toBe(before - 2);
    write(copy, "UPDATE orders SET status = 'cancelled' WHERE id = 9001");
    expect(stock()).toBe(before);
  });
});

describe('the service', () => {
  let service: Service;

  async function get(path: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${service.address}${path}`);
    return { status: response.status, body: await response.json() };
  }

  async function post(path: string, body: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${service.address}${path}`, { method: 'POST', body });
    return { status: response.status, body: await response.json() };
  }

  const quote = (request: unknown) => post('/quote', JSON.stringify(request));

  beforeAll(async () => {
    service = await startService(shopDb);
  });
  afterAll(() => service.stop());

  test('lists the products, all of them or those of one category', async () => {
    const all = await get('/products');
    expect(all.status).toBe(200);
    expect(all.body).toMatchObject({ products: { length: 180 } });
    const some = await get('/products?category=coffee-tea');
    expect(some.body).toMatchObject({ products: { length: 15 } });
    expect(JSON.stringify(some.body)).toContain('"sku":"COF-201","name":"Espresso beans, 250 g"');
  });

  test('answers an order with its customer and lines', async () => {
    const { status, body } = await get('/orders/2267');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 2267,
      customer: 'Étienne Rousseau',
      totalCents: 35739,
      lines: [
        { sku: 'COF-502', quantity: 12 },
        { sku: 'COF-201', quantity: 30 },
        { sku: 'GDN-303', quantity: 1 },
      ],
    });
  });

  test("answers a customer's orders, newest first", async () => {
    const ids = read<{ id: number }>(
      shopDb,
      'SELECT id FROM orders WHERE customer_id = 14 ORDER BY placed_at DESC, id DESC',
    );
    const { body } = await get('/customers/14/orders');
    expect(ids.length).toBeGreaterThan(1);
    expect(body).toMatchObject({ orders: ids });
  });

  test('invoices an order without volume discounts as it was paid', async () => {
    const { status, body } = await get('/orders/2260/invoice');
    const [order] = read<{ total_cents: number }>(shopDb, 'SELECT total_cents FROM orders WHERE id = 2260');
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalCents: order?.total_cents, balanceCents: 0 });
  });

  test('quotes with a coupon and shipping, and tells what is in stock', async () => {
    const { status, body } = await quote({
      lines: [{ sku: 'GDN-101', quantity: 2 }],
      coupons: ['welcome10'],
      day: '2026-03-14',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      goodsCents: 2980,
      coupons: [{ code: 'WELCOME10', discountCents: 298 }],
      shippingCents: 490,
      totalCents: 3172,
      availability: { 'GDN-101': 'low stock' },
    });
  });

  test.each([
    ['/orders/9999', 404, 'not_found', 'There is no order 9999.'],
    ['/orders/9999/invoice', 404, 'not_found', 'There is no order 9999.'],
    ['/customers/9999/orders', 404, 'not_found', 'There is no customer 9999.'],
    ['/products?category=hats', 404, 'not_found', 'There is no category hats.'],
    ['/nowhere', 404, 'not_found', 'There is nothing at /nowhere.'],
    ['/orders/abc', 400, 'bad_request', 'abc is not an id: use a number like 42.'],
    ['/quote', 405, 'method_not_allowed', '/quote takes POST, not GET.'],
  ])('answers GET %s with %i and says why', async (path, status, error, message) => {
    expect(await get(path)).toEqual({ status, body: { error, message } });
  });

  test.each([
    ['{"lines":', 'bad_request', 'The body is not valid JSON.'],
    ['{"lines":[]}', 'bad_request', 'lines must be a list of 1 to 100 entries {sku, quantity}.'],
    [
      '{"lines":[{"sku":"GDN-101","quantity":0}]}',
      'bad_request',
      'lines[0].quantity must be a whole number from 1 to 10000.',
    ],
    ['{"lines":[{"sku":"HAT-101","quantity":1}]}', 'bad_request', 'There is no product HAT-101.'],
    [
      '{"lines":[{"sku":"GDN-101","quantity":9}],"coupons":["FREE"]}',
      'coupon_not_valid',
      'There is no coupon FREE.',
    ],
    [
      '{"lines":[{"sku":"GDN-101","quantity":9}],"coupons":["SUMMER24"],"day":"2026-03-14"}',
      'coupon_not_valid',
      'Coupon SUMMER24 is not valid on 2026-03-14.',
    ],
    [
      '{"lines":[{"sku":"GDN-101","quantity":1}],"coupons":["SPRING26"],"day":"2026-03-14"}',
      'coupon_not_valid',
      'Coupon SPRING26 needs goods for at least €40.00.',
    ],
  ])('refuses the quote %s with 400 and says why', async (body, error, message) => {
    expect(await post('/quote', body)).toEqual({ status: 400, body: { error, message } });
  });

  test('refuses a body over 64 KB with 413', async () => {
    expect(await post('/quote', 'x'.repeat(70_000))).toMatchObject({
      status: 413,
      body: { error: 'too_large' },
    });
  });

  test('the complaint: a fresh service quotes the same basket twice at two prices', async () => {
    await service.stop();
    service = await startService(shopDb);
    const basket = { lines: [{ sku: 'COF-201', quantity: 30 }] };
    expect((await quote(basket)).body).toMatchObject({ totalCents: 26730 });
    expect((await quote(basket)).body).toMatchObject({ totalCents: 28512 });
  });
});

describe('the invoice command', () => {
  test('prints an order that is paid with nothing due', async () => {
    const invoice = await node(shopDb, 'src/invoice.ts', '2260');
    expect(invoice).toMatch(/Nest box, open front +1 x/);
    expect(invoice).toMatch(/Balance due +€0\.00/);
  });

  test('the complaint: order 2267 was paid in full, yet its invoice asks for more', async () => {
    const invoice = await node(shopDb, 'src/invoice.ts', '2267');
    expect(invoice).toMatch(/Total +€374\.32/);
    expect(invoice).toMatch(/Paid +€357\.39/);
    expect(invoice).toMatch(/Balance due +€16\.93/);
  });

  test('says how to make a database that is missing', async () => {
    const missing = join(folder, 'missing.db');
    await expect(node(missing, 'src/invoice.ts', '1')).rejects.toMatchObject({
      code: 1,
      stderr: `There is no database at ${missing}. Make it with: npm run seed\n`,
    });
  });
});

describe('the report', () => {
  test("counts the same revenue as the database's own view, for all months and for one", async () => {
    const revenue = read(shopDb, 'SELECT month, orders, revenue_cents FROM revenue_by_month');
    expect(revenue).toHaveLength(24);
    expect(JSON.parse(await report(shopDb, '--json')).revenue).toEqual(revenue);
    const march = JSON.parse(await report(shopDb, '--json', '--month', '2026-03')).revenue;
    expect(march).toEqual(revenue.filter(({ month }) => month === '2026-03'));
  });

  test('names best sellers and what is low in stock', async () => {
    const { bestSellers, lowStock } = JSON.parse(await report(shopDb, '--json'));
    const low = read(shopDb, 'SELECT sku FROM products WHERE stock <= reorder_level');
    expect(bestSellers).toHaveLength(10);
    expect(lowStock).toHaveLength(low.length);
    expect(low.length).toBeGreaterThan(5);
  });

  test('finds every stored total right, so the data is not what the complaint is about', async () => {
    expect(JSON.parse(await report(shopDb, '--json')).totals).toEqual({ orders: 2500, mismatches: [] });
  });

  test('lists an order whose stored total was tampered with', async () => {
    const copy = copyOfShop('tampered.db');
    write(copy, 'UPDATE orders SET total_cents = total_cents + 500 WHERE id = 2267');
    const text = await report(shopDb, '--db', copy, '--month', '2026-03');
    expect(text).toMatch(/order +2267 2026-03-15 stored +€362\.39 recomputed +€357\.39/);
    expect(await report(copy, '--month', '2026-04')).toContain('agree with their lines');
  });
});
