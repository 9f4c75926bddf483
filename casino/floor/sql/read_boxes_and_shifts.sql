-- read_boxes_and_shifts
--
-- What the forms of cash at a table offer: the serials of the boxes that it has had, those of them that wait to be
-- counted, and the names of the casino's shifts in the order of the gaming day.
SELECT
    ARRAY(SELECT DISTINCT serial::text FROM drop_box WHERE casino_id = %(casino_id)s AND "table" = %(table)s),
    ARRAY(
        SELECT DISTINCT serial::text
        FROM drop_box
        WHERE casino_id = %(casino_id)s AND "table" = %(table)s AND status = 'waiting'
    ),
    ARRAY(SELECT shift ->> 'name' FROM jsonb_array_elements(shifts) WITH ORDINALITY AS each (shift, place) ORDER BY place)
FROM house_casino
WHERE id = %(casino_id)s
