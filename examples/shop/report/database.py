"""Opening the shop's database, to read only."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

DEFAULT_FILE = Path(__file__).resolve().parent.parent / "data" / "shop.db"


class NoDatabase(Exception):
    pass


def default_file() -> Path:
    return Path(os.environ.get("SHOP_DB") or DEFAULT_FILE)


def open_shop(file: Path) -> sqlite3.Connection:
    if not file.is_file():
        raise NoDatabase(f"There is no database at {file}. Make it with: npm run seed")
    db = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    return db
