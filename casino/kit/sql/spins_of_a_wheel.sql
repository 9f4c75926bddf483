-- spins_of_a_wheel: the numbers of one wheel in the gaming days of a period, in the order of time. A wheel without a
-- serial is the one of its table; by another version of its rulebook it may be another wheel. Moments are seconds, NULL where they are not known.
SELECT number, previous, launch_pocket, ball_direction, COALESCE(NULLIF(ball_serial, ''), ball), spinner,
       "table", day,
       EXTRACT(EPOCH FROM opened_at)::float8, EXTRACT(EPOCH FROM launched_at)::float8,
       EXTRACT(EPOCH FROM closed_at)::float8, EXTRACT(EPOCH FROM fell_at)::float8,
       EXTRACT(EPOCH FROM paid_at)::float8
  FROM house_permanence
 WHERE casino_id = %(casino_id)s AND wheel = %(wheel)s AND (%(table)s = '' OR "table" = %(table)s)
   AND numbering = %(numbering)s AND rulebook || '@' || rulebook_version = ANY(%(played_by)s) AND NOT disputed AND day >= %(since)s AND day <= %(until)s
 ORDER BY day, "table", coup
