def add(total, item):
    price = item["price"] * item["quantity"]
    following = total + price
    return following


def total_of(order):
    total = 0
    for item in order["items"]:
        total = add(total, item)
    return total


order = {"id": 7, "items": [{"sku": f"A-{i}", "price": i, "quantity": 2} for i in range(400)]}
total = total_of(order)
print("total", total)
