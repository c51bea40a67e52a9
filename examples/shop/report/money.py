"""Amounts are whole euro cents, as in the service."""


def percent_of(cents: int, percent: int) -> int:
    """Half a cent rounds up."""
    return (cents * percent + 50) // 100


def euro(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}€{abs(cents) / 100:,.2f}"
