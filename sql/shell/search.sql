-- Finds the easiest deductions of every unfinished puzzle, as the solver does. Each technique, the easiest first, looks at the puzzles in
-- which no easier one has found anything. Forcing and search are left out. A line that begins with a dot is for sqlite3, and one with -- */
-- for psql, which takes everything else between /* and */ as a comment.

/* /* */
.read sql/shell/begin_search.sql
-- */ \ir begin_search.sql \set open 1 \\ /*
.read sql/full_house.sql
-- */ \if :open \ir ../full_house.sql \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/naked_single.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../naked_single.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/hidden_single.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../hidden_single.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/locked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../locked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/locked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../locked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/driver/build_place_mask.sql
.read sql/pointing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../driver/build_place_mask.sql \ir ../pointing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/claiming.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../claiming.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/naked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../naked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/hidden_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../hidden_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/naked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../naked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/hidden_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../hidden_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/naked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../naked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/hidden_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../hidden_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/basic_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../basic_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/basic_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../basic_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/basic_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../basic_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/pencil_mark.sql
.read sql/relation/bivalue_cell.sql
.read sql/remote_pair.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/pencil_mark.sql \ir ../relation/bivalue_cell.sql \ir ../remote_pair.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/bug_plus_1.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../bug_plus_1.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/conjugate_pair.sql
.read sql/relation/strong_link.sql
.read sql/relation/link_end.sql
.read sql/relation/linked_pair.sql
.read sql/skyscraper.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/conjugate_pair.sql \ir ../relation/strong_link.sql \ir ../relation/link_end.sql \ir ../relation/linked_pair.sql \ir ../skyscraper.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/two_string_kite.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../two_string_kite.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/turbot_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../turbot_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/empty_rectangle.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../empty_rectangle.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/w_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../w_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/xy_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../xy_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/xyz_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../xyz_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/unique_rectangle_1.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../unique_rectangle_1.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/unique_rectangle_2.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../unique_rectangle_2.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/unique_rectangle_3.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../unique_rectangle_3.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/unique_rectangle_4.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../unique_rectangle_4.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/unique_rectangle_5.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../unique_rectangle_5.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/unique_rectangle_6.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../unique_rectangle_6.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/hidden_rectangle.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../hidden_rectangle.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/placed_cell.sql
.read sql/avoidable_rectangle_1.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/placed_cell.sql \ir ../avoidable_rectangle_1.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/avoidable_rectangle_2.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../avoidable_rectangle_2.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/unique_loop.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../unique_loop.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/extended_rectangle.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../extended_rectangle.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/coloring.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../coloring.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/coloring.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../coloring.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/x_chain.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../x_chain.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/xy_chain.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../xy_chain.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/wxyz_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../wxyz_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/unit_cell.sql
.read sql/relation/unit_third.sql
.read sql/sue_de_coq.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/unit_cell.sql \ir ../relation/unit_third.sql \ir ../sue_de_coq.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/grouped_aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../grouped_aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/grouped_aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../grouped_aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/almost_locked_set.sql
.read sql/relation/als_digit.sql
.read sql/relation/als_place.sql
.read sql/als_xz.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/almost_locked_set.sql \ir ../relation/als_digit.sql \ir ../relation/als_place.sql \ir ../als_xz.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/als_xy_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../als_xy_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/als_chain.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../als_chain.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/death_blossom.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../death_blossom.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/als_aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../als_aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/als_aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../als_aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/complex_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../complex_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/complex_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../complex_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/template.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../template.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/template.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../template.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/junior_exocet.sql
.read sql/exocet.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/junior_exocet.sql \ir ../exocet.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/double_exocet.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../double_exocet.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/exocet_mirror.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../exocet_mirror.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/sk_loop.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../sk_loop.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/msls.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../msls.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/tridagon.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../tridagon.sql \endif \endif \\ /*
.read sql/shell/end_search.sql
-- */ \ir end_search.sql
