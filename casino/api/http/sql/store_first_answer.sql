-- store_first_answer
--
-- What a request under this key is answered, now and whenever it is sent again.
UPDATE api_firstanswer
SET status = %(status)s, body = %(body)s
WHERE casino_id = %(casino_id)s AND client_id = %(client_id)s AND key = %(key)s
