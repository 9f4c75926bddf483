-- move_checkpoint
--
-- Move a follower on from where it thinks it stands. No row: another process has moved it, and this batch is not ours.
UPDATE projection
SET position = %(position)s, status = 'live'
WHERE casino_id = %(casino_id)s AND name = %(name)s AND position = %(old)s
RETURNING position
