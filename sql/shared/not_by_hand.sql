    SELECT RAISE(ABORT, 'no such puzzle')
    WHERE NOT EXISTS (SELECT 1 FROM puzzle AS z WHERE z.puzzle_id = NEW.puzzle_id);
    SELECT RAISE(ABORT, 'the puzzle is finished')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND z.status NOT IN ('new', 'stuck');
    SELECT RAISE(ABORT, 'only puzzles of classic are played by hand')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND z.variant <> 'classic';
    SELECT RAISE(ABORT, 'leave step out or give the next one')
    FROM puzzle AS z
    WHERE z.puzzle_id = NEW.puzzle_id AND NEW.step > z.steps + 1;
