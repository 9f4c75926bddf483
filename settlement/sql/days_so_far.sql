-- days_so_far
--
-- What was played on each of these tables' gaming days: coups with a number, what was staked in them, what of it was
-- turnover, and what the house kept. What lay in prison is no turnover: it was, when it was laid. A sheet leaves out a
-- stake's level where it has none, so few sheets are taken apart.
SELECT
    day."table",
    count(*)::bigint,
    sum(sheet.total_stake)::bigint,
    sum(sheet.total_stake - CASE
        WHEN sheet.stakes::text LIKE '%%"level"%%' THEN (
            SELECT coalesce(sum((stake ->> 'amount')::bigint), 0)
            FROM json_array_elements(sheet.stakes) AS stake
            WHERE coalesce((stake ->> 'level')::int, 0) > 0
        )
        ELSE 0
    END)::bigint,
    sum(sheet.total_stake - sheet.total_returned - sheet.total_held - sheet.total_prize)::bigint
FROM unnest(%(tables)s::text[], %(days)s::text[]) AS day ("table", day)
JOIN payout_sheet AS sheet
    ON sheet.casino_id = %(casino_id)s AND sheet."table" = day."table" AND sheet.day = day.day
GROUP BY day."table"
