"""What tests and benches share and no house needs: nothing in `tables`, `settlement` or `casino` imports it."""
