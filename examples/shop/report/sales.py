"""Revenue, best sellers and what is running out."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

# An order counts once it is paid, and no more when the money went back.
EARNING = "('paid', 'shipped', 'delivered')"

REVENUE = f"""
SELECT substr(placed_at, 1, 7) AS month, total_cents
FROM orders
WHERE status IN {EARNING} AND (:month IS NULL OR substr(placed_at, 1, 7) = :month)
ORDER BY placed_at
"""

BEST_SELLERS = f"""
SELECT p.sku, p.name, sum(l.quantity) AS pieces, count(*) AS orders
FROM order_lines l
JOIN orders o ON o.id = l.order_id
JOIN products p ON p.id = l.product_id
WHERE o.status IN {EARNING} AND (:month IS NULL OR substr(o.placed_at, 1, 7) = :month)
GROUP BY p.id
ORDER BY orders DESC, pieces DESC, p.sku
LIMIT :limit
"""

LOW_STOCK = """
SELECT sku, name, stock, reorder_level
FROM products
WHERE stock <= reorder_level
ORDER BY 1.0 * stock / reorder_level, sku
"""


@dataclass
class MonthRevenue:
    month: str
    orders: int = 0
    revenue_cents: int = 0


@dataclass(frozen=True)
class BestSeller:
    sku: str
    name: str
    pieces: int
    orders: int


@dataclass(frozen=True)
class LowStock:
    sku: str
    name: str
    stock: int
    reorder_level: int


def revenue_by_month(db: sqlite3.Connection, month: str | None) -> list[MonthRevenue]:
    months: dict[str, MonthRevenue] = {}
    for order in db.execute(REVENUE, {"month": month}):
        entry = months.setdefault(order["month"], MonthRevenue(order["month"]))
        entry.orders += 1
        entry.revenue_cents += order["total_cents"]
    return list(months.values())


def best_sellers(db: sqlite3.Connection, month: str | None, limit: int = 10) -> list[BestSeller]:
    return [BestSeller(*row) for row in db.execute(BEST_SELLERS, {"month": month, "limit": limit})]


def low_stock(db: sqlite3.Connection) -> list[LowStock]:
    return [LowStock(*row) for row in db.execute(LOW_STOCK)]
