"""What the shop sold, what runs out, and whether the stored totals are right."""
