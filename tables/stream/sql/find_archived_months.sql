-- find_archived_months
--
-- The months that lie in files now, of one casino or of all: those that were archived and not attached again since.
SELECT casino_id, month, number, file, sha256, events, first, last
FROM archived_month AS archived
WHERE casino_id = coalesce(%(casino_id)s::integer, casino_id)
  AND NOT EXISTS (
    SELECT FROM attached_month AS attached
    WHERE attached.casino_id = archived.casino_id AND attached.month = archived.month
      AND attached.number = archived.number
  )
ORDER BY month, casino_id
