-- find_personal_texts
--
-- The references of texts that are stored, by person and text.
SELECT stored.person, stored.text, stored.is_name, stored.reference
FROM unnest(%(people)s::text[], %(texts)s::text[], %(are_names)s::boolean[]) AS wanted (person, text, is_name)
JOIN personal_text AS stored
    ON stored.casino_id = %(casino_id)s AND stored.person = wanted.person AND stored.text = wanted.text
    AND stored.is_name = wanted.is_name
