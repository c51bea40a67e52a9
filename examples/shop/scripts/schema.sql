-- Money is whole cents (EUR, VAT included). Moments are ISO 8601 text in UTC; days are YYYY-MM-DD.

CREATE TABLE categories (
  id   INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
);

CREATE TABLE products (
  id            INTEGER PRIMARY KEY,
  category_id   INTEGER NOT NULL REFERENCES categories (id),
  sku           TEXT NOT NULL UNIQUE,
  name          TEXT NOT NULL,
  price_cents   INTEGER NOT NULL CHECK (price_cents > 0),
  stock         INTEGER NOT NULL CHECK (stock >= 0),
  reorder_level INTEGER NOT NULL CHECK (reorder_level >= 0),
  attributes    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(attributes))
);
CREATE INDEX products_by_category ON products (category_id);
CREATE INDEX products_by_material ON products (json_extract(attributes, '$.material'));

-- From min_quantity pieces of one product of the category, percent off that line.
CREATE TABLE volume_discounts (
  category_id  INTEGER NOT NULL REFERENCES categories (id),
  min_quantity INTEGER NOT NULL CHECK (min_quantity > 1),
  percent      INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 50),
  PRIMARY KEY (category_id, min_quantity)
) WITHOUT ROWID;

CREATE TABLE customers (
  id        INTEGER PRIMARY KEY,
  name      TEXT NOT NULL,
  company   TEXT,
  email     TEXT NOT NULL UNIQUE CHECK (email LIKE '%_@example.com' OR email LIKE '%_@example.org'),
  joined_on TEXT NOT NULL CHECK (joined_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
CREATE INDEX customers_by_name ON customers (name);

CREATE TABLE addresses (
  id          INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  label       TEXT NOT NULL CHECK (label IN ('home', 'work', 'gift')),
  street      TEXT NOT NULL,
  postcode    TEXT NOT NULL,
  city        TEXT NOT NULL,
  country     TEXT NOT NULL CHECK (length(country) = 2)
);
CREATE INDEX addresses_by_customer ON addresses (customer_id);

CREATE TABLE coupons (
  code            TEXT PRIMARY KEY,
  description     TEXT NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('percent', 'amount')),
  value           INTEGER NOT NULL CHECK (value > 0),
  min_spend_cents INTEGER NOT NULL DEFAULT 0,
  valid_from      TEXT NOT NULL,
  valid_until     TEXT NOT NULL,
  CHECK (kind = 'amount' OR value <= 100),
  CHECK (valid_from <= valid_until)
) WITHOUT ROWID;

CREATE TABLE orders (
  id             INTEGER PRIMARY KEY,
  customer_id    INTEGER NOT NULL REFERENCES customers (id),
  address_id     INTEGER NOT NULL REFERENCES addresses (id),
  status         TEXT NOT NULL
                 CHECK (status IN ('pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded')),
  placed_at      TEXT NOT NULL,
  shipping_cents INTEGER NOT NULL CHECK (shipping_cents >= 0),
  total_cents    INTEGER NOT NULL CHECK (total_cents >= 0)
);
CREATE INDEX orders_by_customer ON orders (customer_id, placed_at);
CREATE INDEX orders_by_day ON orders (placed_at);
CREATE INDEX orders_open ON orders (status, placed_at) WHERE status IN ('pending', 'paid');

CREATE TABLE order_lines (
  id               INTEGER PRIMARY KEY,
  order_id         INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  product_id       INTEGER NOT NULL REFERENCES products (id),
  quantity         INTEGER NOT NULL CHECK (quantity > 0),
  unit_price_cents INTEGER NOT NULL CHECK (unit_price_cents > 0),
  line_total_cents INTEGER GENERATED ALWAYS AS (quantity * unit_price_cents) STORED, -- before discounts
  UNIQUE (order_id, product_id)
);
CREATE INDEX order_lines_by_product ON order_lines (product_id);

CREATE TABLE order_coupons (
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  code     TEXT NOT NULL REFERENCES coupons (code),
  PRIMARY KEY (order_id, code)
) WITHOUT ROWID;

CREATE TABLE payments (
  id           INTEGER PRIMARY KEY,
  order_id     INTEGER NOT NULL REFERENCES orders (id),
  method       TEXT NOT NULL CHECK (method IN ('card', 'transfer', 'wallet', 'invoice')),
  status       TEXT NOT NULL CHECK (status IN ('captured', 'failed', 'refunded')),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  paid_at      TEXT NOT NULL
);
CREATE INDEX payments_by_order ON payments (order_id);

CREATE TABLE reviews (
  id          INTEGER PRIMARY KEY,
  product_id  INTEGER NOT NULL REFERENCES products (id),
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  rating      INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body        TEXT NOT NULL,
  written_on  TEXT NOT NULL,
  UNIQUE (product_id, customer_id)
);
CREATE INDEX reviews_by_customer ON reviews (customer_id);

CREATE VIEW revenue_by_month AS
SELECT substr(placed_at, 1, 7) AS month,
       count(*)                AS orders,
       sum(total_cents)        AS revenue_cents
FROM orders
WHERE status IN ('paid', 'shipped', 'delivered')
GROUP BY month
ORDER BY month;

CREATE TRIGGER order_line_takes_stock
AFTER INSERT ON order_lines
WHEN (SELECT status FROM orders WHERE id = NEW.order_id) <> 'cancelled'
BEGIN
  UPDATE products SET stock = stock - NEW.quantity WHERE id = NEW.product_id;
END;

CREATE TRIGGER cancelled_order_returns_stock
AFTER UPDATE OF status ON orders
WHEN NEW.status = 'cancelled' AND OLD.status <> 'cancelled'
BEGIN
  UPDATE products
  SET stock = stock + (SELECT quantity FROM order_lines WHERE order_id = NEW.id AND product_id = products.id)
  WHERE id IN (SELECT product_id FROM order_lines WHERE order_id = NEW.id);
END;
