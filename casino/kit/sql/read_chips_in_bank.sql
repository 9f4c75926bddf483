-- read_chips_in_bank
--
-- The chips that the bank of a casino has: pieces by value (minor units) of one currency.
-- series  Those in play; those of no series count with them. Empty where series are not told apart: then all count.
SELECT value, sum(pieces)::bigint
FROM chip_stock
WHERE casino_id = %(casino_id)s
    AND currency = %(currency)s
    AND (cardinality(%(series)s::text[]) = 0 OR series = '' OR series = ANY (%(series)s::text[]))
GROUP BY value
