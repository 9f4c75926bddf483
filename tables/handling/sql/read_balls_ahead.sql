-- read_balls_ahead
--
-- What the rotas of these days still have after a moment: at the balls of these tables, and of whoever spins there
-- anywhere; with the casino's time zone.
SELECT
    r.day, r.entry, r.person, r.person_name, r.begins, r.ends, r."table", r.layout, r.position, r.spins, c.time_zone
FROM house_rota_entry r
JOIN house_casino c ON c.id = r.casino_id
WHERE r.casino_id = %(casino_id)s
    AND r.day = ANY (%(days)s)
    AND r.ends > %(now)s
    AND (r.spins AND r."table" = ANY (%(tables)s) OR r.person = ANY (%(spinners)s))
