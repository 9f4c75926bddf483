-- read_archived_run
--
-- The neighbouring positions, this one among them, whose events lie in a file now.
SELECT first, last
FROM archived_run AS run
WHERE casino_id = %(casino_id)s AND first <= %(position)s AND last >= %(position)s
  AND NOT EXISTS (
    SELECT FROM attached_month AS attached
    WHERE attached.casino_id = run.casino_id AND attached.month = run.month AND attached.number = run.number
  )
ORDER BY first DESC
LIMIT 1
