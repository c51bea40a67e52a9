function add(total, item) {
  const price = item.price * item.quantity;
  const next = total + price;
  return next;
}

function totalOf(order) {
  let total = 0;
  for (const item of order.items) {
    total = add(total, item);
  }
  return total;
}

const order = {
  id: 7,
  items: Array.from({ length: 400 }, (_, i) => ({ sku: `A-${i}`, price: i, quantity: 2 })),
};
const total = totalOf(order);
console.log('total', total);
