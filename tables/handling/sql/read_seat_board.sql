-- read_seat_board
--
-- The newest day of a table as one seat needs it: with its own bets and its own balance, without those of all others.
-- A full live table's state is hundreds of kilobytes, and every chip that a seat places asks for it.
-- Rounds that are over are wanted only while a number is disputed.
SELECT
    ((state - ARRAY['bets', 'settled_bets', 'live'])
    || jsonb_build_object(
        'bets', jsonb_path_query_array(
            state -> 'bets',
            '$[*] ? (@.player == $seat || @.on_behalf_of == $seat)',
            jsonb_build_object('seat', %(seat)s::text)
        ),
        'live', jsonb_build_object(
            'round', state -> 'live' -> 'round',
            'seats', CASE
                WHEN state -> 'live' -> 'seats' ? %(seat)s::text
                THEN jsonb_build_object(%(seat)s::text, state -> 'live' -> 'seats' -> %(seat)s::text)
                ELSE '{}'
            END,
            'rounds', CASE
                WHEN jsonb_array_length(state -> 'discrepancies') > 0 THEN state -> 'live' -> 'rounds'
                ELSE '[]'
            END
        )
    ))::text
FROM house_board
WHERE casino_id = %(casino_id)s AND "table" = %(table)s
ORDER BY day DESC
LIMIT 1
