-- set_projection_status
--
-- For whoever looks at it: live, rebuilding, or stuck at an event that it cannot take.
UPDATE projection SET status = %(status)s
WHERE casino_id = %(casino_id)s AND name = %(name)s AND status <> %(status)s
RETURNING status
