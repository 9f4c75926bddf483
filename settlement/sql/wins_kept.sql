-- wins_kept
--
-- What tables won on these gaming days, as far as the ledger keeps figures that still hold.
SELECT kept."table", (kept.figures -> 'win')::text
FROM unnest(%(tables)s::text[], %(days)s::text[]) AS day ("table", day)
JOIN kept_day AS kept
    ON kept.casino_id = %(casino_id)s AND kept."table" = day."table" AND kept.day = day.day
JOIN day_changes AS counted
    ON counted.casino_id = kept.casino_id AND counted."table" = kept."table" AND counted.day = kept.day
WHERE kept.changes = counted.changes AND kept.made_by = %(made_by)s AND kept.closed
