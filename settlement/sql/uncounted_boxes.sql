-- uncounted_boxes
--
-- Tables' days with a drop box that nobody has counted; one that stayed at its table over a closing is counted with its
-- next use.
SELECT DISTINCT box."table"::text, box.day::text
FROM drop_box AS box
WHERE box.casino_id = %(casino_id)s AND box.day BETWEEN %(since)s::text AND %(until)s::text
    AND (
        box.status IN ('in_place', 'waiting')
        OR box.status = 'left_in_place' AND NOT EXISTS (
            SELECT FROM drop_box AS later
            WHERE later.casino_id = box.casino_id AND later."table" = box."table" AND later.serial = box.serial
                AND later.day > box.day AND later.status IN ('counted', 'accepted')
        )
    )
