import sys


def price(n, scale):
    base = n * scale
    return finish(base)


def finish(value):
    result = value
    result += 1
    return result


def refuse(reason):
    raise ValueError(reason)


def attempt():
    try:
        refuse("caught on purpose")
    except ValueError:
        return 0


def main(mode):
    total = 0
    for n in [1, 2, 3]:
        total += price(n, 2)
    print(f"total {total}", flush=True)
    attempt()
    if mode == "fail":
        refuse("not for sale")
    while mode == "loop":
        total += 1
    sys.exit(3)


main(sys.argv[1] if len(sys.argv) > 1 else "")
