-- add_personal_texts
--
-- Store texts of people, each under its reference. One that another transaction has stored stays under its own;
-- whoever stores the same text meanwhile waits here until that transaction ends. In one order, against deadlocks.
INSERT INTO personal_text (casino_id, reference, person, text, is_name, erased)
SELECT %(casino_id)s, reference, person, text, is_name, 0
FROM unnest(
    %(references)s::bigint[], %(people)s::text[], %(texts)s::text[], %(are_names)s::boolean[]
) AS handed (reference, person, text, is_name)
ORDER BY person, text, is_name
ON CONFLICT (casino_id, person, text, is_name) DO NOTHING
