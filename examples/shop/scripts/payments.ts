import type { OrderStatus } from '../src/orders.ts';
import { DAY_MS, daysBeforeEnd } from './dates.ts';
import type { OrderPlan } from './history.ts';
import { type Random, randomFor } from './random.ts';

type Method = 'card' | 'transfer' | 'wallet' | 'invoice';

export type PaymentPlan = {
  orderId: number;
  method: Method;
  status: 'captured' | 'failed' | 'refunded';
  amountCents: number;
  paidMs: number;
};

const FAILS_FIRST = 0.03;

const OUTCOME: Readonly<Record<OrderStatus, PaymentPlan['status'] | null>> = {
  pending: null,
  paid: 'captured',
  shipped: 'captured',
  delivered: 'captured',
  cancelled: null,
  refunded: 'refunded',
};

const PRIVATE = { card: 52, wallet: 36, transfer: 12, invoice: 0 } as const;
const BUSINESS = { card: 30, wallet: 4, transfer: 21, invoice: 45 } as const;
const METHODS = ['card', 'wallet', 'transfer', 'invoice'] as const;

function drawMethod(random: Random, order: OrderPlan): Method {
  const isRecent = daysBeforeEnd(order.placedMs) < 25;
  const weights = order.customer.company && !isRecent ? BUSINESS : PRIVATE;
  const methods = isRecent ? (['card', 'wallet'] as const) : METHODS;
  return random.weighted<Method>(methods, (method) => weights[method]);
}

function delayMs(random: Random, method: Method): number {
  if (method === 'invoice') return random.between(6, 21) * DAY_MS + random.between(0, 20_000) * 1000;
  if (method === 'transfer') return random.between(1, 3) * DAY_MS + random.between(0, 20_000) * 1000;
  return random.between(15, 240) * 1000;
}

function paymentsOf(random: Random, order: OrderPlan): PaymentPlan[] {
  const method = drawMethod(random, order);
  const payment = { orderId: order.id, method, amountCents: order.totalCents };
  const payments: PaymentPlan[] = [];
  if (random.chance(FAILS_FIRST)) {
    payments.push({ ...payment, method: 'card', status: 'failed', paidMs: order.placedMs + 8000 });
  }
  const status = OUTCOME[order.status];
  if (status) payments.push({ ...payment, status, paidMs: order.placedMs + delayMs(random, method) });
  return payments;
}

export function planPayments(orders: OrderPlan[]): PaymentPlan[] {
  const random = randomFor('payments');
  return orders.flatMap((order) => paymentsOf(random, order)).sort((a, b) => a.paidMs - b.paidMs);
}
