"""python3 -m report [--db FILE] [--month 2026-03] [--json]"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import asdict
from pathlib import Path

from .database import NoDatabase, default_file, open_shop
from .sales import best_sellers, low_stock, revenue_by_month
from .text import render
from .totals import check_totals


def month_argument(text: str) -> str:
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", text):
        raise argparse.ArgumentTypeError(f"{text} is not a month like 2026-03")
    return text


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m report", description="The shop's figures.")
    parser.add_argument("--db", type=Path, default=default_file(), help="the SQLite file (default: %(default)s)")
    parser.add_argument("--month", type=month_argument, help="one month, like 2026-03 (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args(arguments)


def report(file: Path, month: str | None, as_json: bool) -> str:
    db = open_shop(file)
    try:
        revenue = revenue_by_month(db, month)
        sellers = best_sellers(db, month)
        stock = low_stock(db)
        check = check_totals(db, month)
    finally:
        db.close()
    if not as_json:
        return render(month, revenue, sellers, stock, check)
    return json.dumps(
        {
            "revenue": [asdict(entry) for entry in revenue],
            "bestSellers": [asdict(entry) for entry in sellers],
            "lowStock": [asdict(entry) for entry in stock],
            "totals": asdict(check),
        },
        ensure_ascii=False,
    )


def main() -> int:
    arguments = parse_arguments(sys.argv[1:])
    try:
        print(report(arguments.db, arguments.month, arguments.json))
    except NoDatabase as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    # Product names do not fit every console's own encoding.
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main())
