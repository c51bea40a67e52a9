import { openShop } from './db.ts';
import { ShopError } from './errors.ts';
import { parseId } from './ids.ts';
import { formatEuro } from './money.ts';
import { type Invoice, invoiceOf } from './orders.ts';
import type { PricedLine } from './pricing.ts';

const NAME_WIDTH = 44;
const MONEY_WIDTH = 12;

function money(cents: number): string {
  return formatEuro(cents).padStart(MONEY_WIDTH);
}

function itemRow(line: PricedLine): string {
  const name = line.name.slice(0, NAME_WIDTH).padEnd(NAME_WIDTH);
  const discount = line.discountPercent > 0 ? `-${line.discountPercent}%` : '';
  return `${name} ${String(line.quantity).padStart(4)} x ${money(line.unitPriceCents)} ${discount.padStart(5)} ${money(line.amountCents)}`;
}

function sumRow(label: string, cents: number): string {
  return `${label.padStart(NAME_WIDTH + MONEY_WIDTH + 14)} ${money(cents)}`;
}

function offerRows(lines: PricedLine[]): string[] {
  return lines.flatMap(({ name, offer }) =>
    offer ? [`Next time: ${offer.pieces} more of ${name} earn ${offer.percent}% off.`] : [],
  );
}

function renderInvoice(invoice: Invoice): string {
  const { order } = invoice;
  return [
    `Loam & Larder - invoice for order ${order.id} (${order.status}), ${order.placedAt.slice(0, 10)}`,
    order.company ? `${order.customer}, ${order.company}` : order.customer,
    order.shipTo,
    '',
    ...invoice.lines.map(itemRow),
    '',
    sumRow('Goods', invoice.goodsCents),
    ...invoice.coupons.map((coupon) => sumRow(`Coupon ${coupon.code}`, -coupon.discountCents)),
    sumRow('Shipping', invoice.shippingCents),
    sumRow('Total', invoice.totalCents),
    sumRow('of which VAT', invoice.vatCents),
    sumRow('Paid', invoice.paidCents),
    sumRow('Balance due', invoice.balanceCents),
    ...offerRows(invoice.lines),
  ].join('\n');
}

function main(args: string[]): void {
  const [orderId] = args;
  if (orderId === undefined) throw new ShopError('bad_request', 'Usage: node src/invoice.ts <orderId>');
  const db = openShop();
  try {
    console.log(renderInvoice(invoiceOf(db, parseId(orderId))));
  } finally {
    db.close();
  }
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ShopError ? error.message : error);
  process.exitCode = 1;
}
