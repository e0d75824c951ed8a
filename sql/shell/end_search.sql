-- Ends a search: drops the temporary tables, so that the views have their names again. psql may have made only some.

/* /* */
DROP TABLE temp.pass;
DROP TABLE temp.work_cell;
DROP TABLE temp.candidate_mask;
DROP TABLE temp.unit_state;
DROP TABLE temp.place_mask;
DROP TABLE temp.pencil_mark;
DROP TABLE temp.placed_cell;
DROP TABLE temp.bivalue_cell;
DROP TABLE temp.conjugate_pair;
DROP TABLE temp.strong_link;
DROP TABLE temp.link_end;
DROP TABLE temp.linked_pair;
DROP TABLE temp.unit_cell;
DROP TABLE temp.unit_third;
DROP TABLE temp.almost_locked_set;
DROP TABLE temp.als_digit;
DROP TABLE temp.als_place;
DROP TABLE temp.junior_exocet;
-- */ DROP TABLE IF EXISTS pg_temp.pass, pg_temp.work_cell, pg_temp.candidate_mask, pg_temp.unit_state, pg_temp.place_mask, pg_temp.pencil_mark, pg_temp.placed_cell, pg_temp.bivalue_cell, pg_temp.conjugate_pair, pg_temp.strong_link, pg_temp.link_end, pg_temp.linked_pair, pg_temp.unit_cell, pg_temp.unit_third, pg_temp.almost_locked_set, pg_temp.als_digit, pg_temp.als_place, pg_temp.junior_exocet;
