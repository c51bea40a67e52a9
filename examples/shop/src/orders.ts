import { couponsOfOrder } from './coupons.ts';
import { type ShopDb, selectAll, selectOne } from './db.ts';
import { ShopError } from './errors.ts';
import { type Cents, includedVat } from './money.ts';
import { type BasketLine, type PricedBasket, priceBasket } from './pricing.ts';

export type OrderStatus = 'pending' | 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'refunded';

export type OrderSummary = {
  id: number;
  status: OrderStatus;
  placedAt: string;
  shippingCents: Cents;
  totalCents: Cents;
};

export type Order = OrderSummary & {
  customer: string;
  company: string | null;
  shipTo: string;
  lines: BasketLine[];
};

export type Invoice = PricedBasket & {
  order: Omit<Order, 'lines'>;
  shippingCents: Cents;
  totalCents: Cents;
  vatCents: Cents;
  paidCents: Cents;
  balanceCents: Cents;
};

const SUMMARY = `o.id, o.status, o.placed_at AS placedAt,
  o.shipping_cents AS shippingCents, o.total_cents AS totalCents`;

const ORDER = `
  SELECT ${SUMMARY}, c.name AS customer, c.company,
         a.street || ', ' || a.postcode || ' ' || a.city || ', ' || a.country AS shipTo
  FROM orders o JOIN customers c ON c.id = o.customer_id JOIN addresses a ON a.id = o.address_id
  WHERE o.id = ?`;

const LINES = `
  SELECT p.sku, p.name, p.category_id AS categoryId, l.quantity, l.unit_price_cents AS unitPriceCents
  FROM order_lines l JOIN products p ON p.id = l.product_id
  WHERE l.order_id = ? ORDER BY l.id`;

const PAID = `
  SELECT coalesce(sum(amount_cents), 0) AS cents FROM payments WHERE order_id = ? AND status = 'captured'`;

export function findOrder(db: ShopDb, id: number): Order {
  const order = selectOne<Omit<Order, 'lines'>>(db, ORDER, id);
  if (!order) throw new ShopError('not_found', `There is no order ${id}.`);
  return { ...order, lines: selectAll<BasketLine>(db, LINES, id) };
}

export function ordersOfCustomer(db: ShopDb, customerId: number): OrderSummary[] {
  const customer = selectOne(db, 'SELECT id FROM customers WHERE id = ?', customerId);
  if (!customer) throw new ShopError('not_found', `There is no customer ${customerId}.`);
  return selectAll<OrderSummary>(
    db,
    `SELECT ${SUMMARY} FROM orders o WHERE o.customer_id = ? ORDER BY o.placed_at DESC, o.id DESC`,
    customerId,
  );
}

function paidFor(db: ShopDb, orderId: number): Cents {
  return selectOne<{ cents: Cents }>(db, PAID, orderId)?.cents ?? 0;
}

function isClosed(status: OrderStatus): boolean {
  return status === 'cancelled' || status === 'refunded';
}

export function invoiceOf(db: ShopDb, orderId: number): Invoice {
  const { lines, ...order } = findOrder(db, orderId);
  const basket = priceBasket(db, lines, couponsOfOrder(db, orderId));
  const totalCents = basket.netCents + order.shippingCents;
  const paidCents = paidFor(db, orderId);
  return {
    order,
    ...basket,
    shippingCents: order.shippingCents,
    totalCents,
    vatCents: includedVat(totalCents),
    paidCents,
    balanceCents: isClosed(order.status) ? 0 : totalCents - paidCents,
  };
}
