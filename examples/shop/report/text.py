"""The report as a person reads it."""

from __future__ import annotations

from .money import euro
from .sales import BestSeller, LowStock, MonthRevenue
from .totals import TotalsCheck

NAME_WIDTH = 40


def revenue_lines(months: list[MonthRevenue]) -> list[str]:
    if not months:
        return ["  nothing sold"]
    return [
        f"  {entry.month} {entry.orders:>6} orders {euro(entry.revenue_cents):>13}"
        f" {euro(entry.revenue_cents // entry.orders):>10} each"
        for entry in months
    ]


def best_seller_lines(products: list[BestSeller]) -> list[str]:
    return [
        f"  {product.sku}  {product.name:<{NAME_WIDTH}} {product.orders:>4} orders {product.pieces:>6} pieces"
        for product in products
    ]


def low_stock_lines(products: list[LowStock]) -> list[str]:
    return [
        f"  {product.sku}  {product.name:<{NAME_WIDTH}} {product.stock:>4} left, reorder at {product.reorder_level}"
        for product in products
    ]


def totals_lines(check: TotalsCheck) -> list[str]:
    if not check.mismatches:
        return [f"  none: all {check.orders} agree with their lines"]
    return [
        f"  order {entry.order:>5} {entry.placed_at[:10]} stored {euro(entry.stored_cents):>10}"
        f" recomputed {euro(entry.recomputed_cents):>10}"
        for entry in check.mismatches
    ]


def render(
    month: str | None,
    revenue: list[MonthRevenue],
    sellers: list[BestSeller],
    stock: list[LowStock],
    check: TotalsCheck,
) -> str:
    return "\n".join(
        [
            f"Loam & Larder - {month or 'all months'}",
            "",
            "Revenue by month",
            *revenue_lines(revenue),
            "",
            "Best sellers",
            *best_seller_lines(sellers),
            "",
            "Low stock today",
            *low_stock_lines(stock),
            "",
            "Orders whose stored total differs from the recomputed one",
            *totals_lines(check),
        ]
    )
