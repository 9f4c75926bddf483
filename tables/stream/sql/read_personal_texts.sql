-- read_personal_texts
--
-- All texts of a casino's people by their references: the names at their times, and the other personal texts. The text
-- of an erased person is null.
SELECT reference, text, erased FROM personal_text WHERE casino_id = %(casino_id)s
