"""Every order priced again from its lines, to compare with the total that was stored."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from dataclasses import dataclass

from .money import percent_of

LINES = """
SELECT l.order_id, p.category_id, l.quantity, l.line_total_cents
FROM order_lines l JOIN products p ON p.id = l.product_id
"""

COUPONS = """
SELECT o.order_id, c.kind, c.value
FROM order_coupons o JOIN coupons c ON c.code = o.code
ORDER BY c.kind = 'amount', c.code
"""

ORDERS = """
SELECT id, placed_at, shipping_cents, total_cents
FROM orders
WHERE :month IS NULL OR substr(placed_at, 1, 7) = :month
ORDER BY id
"""


@dataclass(frozen=True)
class Mismatch:
    order: int
    placed_at: str
    stored_cents: int
    recomputed_cents: int


@dataclass(frozen=True)
class TotalsCheck:
    orders: int
    mismatches: list[Mismatch]


def rows_by_order(db: sqlite3.Connection, sql: str) -> dict[int, list[sqlite3.Row]]:
    groups: dict[int, list[sqlite3.Row]] = defaultdict(list)
    for row in db.execute(sql):
        groups[row["order_id"]].append(row)
    return groups


def volume_discounts(db: sqlite3.Connection) -> dict[int, list[tuple[int, int]]]:
    discounts: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in db.execute("SELECT category_id, min_quantity, percent FROM volume_discounts"):
        discounts[row["category_id"]].append((row["min_quantity"], row["percent"]))
    return discounts


def earned_percent(discounts: list[tuple[int, int]], quantity: int) -> int:
    return max((percent for pieces, percent in discounts if quantity >= pieces), default=0)


def line_cents(line: sqlite3.Row, discounts: dict[int, list[tuple[int, int]]]) -> int:
    percent = earned_percent(discounts.get(line["category_id"], []), line["quantity"])
    return line["line_total_cents"] - percent_of(line["line_total_cents"], percent)


def after_coupons(goods_cents: int, coupons: list[sqlite3.Row]) -> int:
    remaining = goods_cents
    for coupon in coupons:
        if coupon["kind"] == "percent":
            remaining -= percent_of(remaining, coupon["value"])
        else:
            remaining -= min(coupon["value"], remaining)
    return remaining


def check_totals(db: sqlite3.Connection, month: str | None) -> TotalsCheck:
    discounts = volume_discounts(db)
    lines = rows_by_order(db, LINES)
    coupons = rows_by_order(db, COUPONS)
    orders = db.execute(ORDERS, {"month": month}).fetchall()
    mismatches = []
    for order in orders:
        goods = sum(line_cents(line, discounts) for line in lines.get(order["id"], []))
        total = after_coupons(goods, coupons.get(order["id"], [])) + order["shipping_cents"]
        if total != order["total_cents"]:
            mismatches.append(Mismatch(order["id"], order["placed_at"], order["total_cents"], total))
    return TotalsCheck(len(orders), mismatches)
