-- Finds the easiest deductions of every unfinished puzzle, as the solver does. Each technique, the easiest first, looks at the puzzles in
-- which no easier one has found anything. Forcing and search are left out. A line that begins with a dot is for sqlite3, and one with -- */
-- for psql, which takes everything else between /* and */ as a comment.

/* /* */
.read sql/shell/begin_search.sql
-- */ \ir begin_search.sql \set open 1 \\ /*
.read sql/technique/full_house.sql
-- */ \if :open \ir ../technique/full_house.sql \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/naked_single.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/naked_single.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/hidden_single.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/hidden_single.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/locked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/locked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/locked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/locked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/driver/build_place_mask.sql
.read sql/technique/pointing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../driver/build_place_mask.sql \ir ../technique/pointing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/claiming.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/claiming.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/naked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/naked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/hidden_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/hidden_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/naked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/naked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/hidden_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/hidden_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/naked_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/naked_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/hidden_subset.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/hidden_subset.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/basic_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/basic_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/basic_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/basic_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/basic_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/basic_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/pencil_mark.sql
.read sql/relation/bivalue_cell.sql
.read sql/technique/remote_pair.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/pencil_mark.sql \ir ../relation/bivalue_cell.sql \ir ../technique/remote_pair.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/bug_plus_1.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/bug_plus_1.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/conjugate_pair.sql
.read sql/relation/strong_link.sql
.read sql/relation/link_end.sql
.read sql/relation/linked_pair.sql
.read sql/technique/skyscraper.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/conjugate_pair.sql \ir ../relation/strong_link.sql \ir ../relation/link_end.sql \ir ../relation/linked_pair.sql \ir ../technique/skyscraper.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/two_string_kite.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/two_string_kite.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/turbot_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/turbot_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/empty_rectangle.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/empty_rectangle.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/w_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/w_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/xy_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/xy_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/xyz_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/xyz_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/unique_rectangle_1.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/unique_rectangle_1.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/unique_rectangle_2.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/unique_rectangle_2.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/unique_rectangle_3.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/unique_rectangle_3.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/unique_rectangle_4.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/unique_rectangle_4.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/unique_rectangle_5.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/unique_rectangle_5.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/unique_rectangle_6.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/unique_rectangle_6.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/hidden_rectangle.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/hidden_rectangle.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/placed_cell.sql
.read sql/technique/avoidable_rectangle_1.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/placed_cell.sql \ir ../technique/avoidable_rectangle_1.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/avoidable_rectangle_2.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/avoidable_rectangle_2.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/unique_loop.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/unique_loop.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/extended_rectangle.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/extended_rectangle.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/coloring.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/coloring.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/coloring.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/coloring.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/x_chain.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/x_chain.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/xy_chain.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/xy_chain.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/finned_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/finned_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/wxyz_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/wxyz_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/unit_cell.sql
.read sql/relation/unit_third.sql
.read sql/technique/sue_de_coq.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/unit_cell.sql \ir ../relation/unit_third.sql \ir ../technique/sue_de_coq.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/grouped_aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/grouped_aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/grouped_aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/grouped_aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/almost_locked_set.sql
.read sql/relation/als_digit.sql
.read sql/relation/als_place.sql
.read sql/technique/als_xz.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/almost_locked_set.sql \ir ../relation/als_digit.sql \ir ../relation/als_place.sql \ir ../technique/als_xz.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/als_xy_wing.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/als_xy_wing.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/als_chain.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/als_chain.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/death_blossom.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/death_blossom.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/als_aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/als_aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/als_aic.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/als_aic.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/complex_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/complex_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/complex_fish.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/complex_fish.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/template.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/template.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/template.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/template.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/relation/junior_exocet.sql
.read sql/technique/exocet.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../relation/junior_exocet.sql \ir ../technique/exocet.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/double_exocet.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/double_exocet.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/exocet_mirror.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/exocet_mirror.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/sk_loop.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/sk_loop.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/msls.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/msls.sql \endif \endif \\ /*
.read sql/shell/next_technique.sql
.read sql/technique/tridagon.sql
-- */ \if :open \ir next_technique.sql \if :open \ir ../technique/tridagon.sql \endif \endif \\ /*
.read sql/shell/end_search.sql
-- */ \ir end_search.sql
