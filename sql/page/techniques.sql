-- The techniques in the order of the catalogue.
SELECT t.name, t.level, t.places
FROM technique AS t
ORDER BY t.tier
