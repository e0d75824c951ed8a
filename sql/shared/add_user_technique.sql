    INSERT INTO technique (name, title, family, tier, weight, level, level_no, assumes_unique, file, size)
    SELECT NEW.name, COALESCE(NEW.title, NEW.name), 'user', COALESCE(NEW.tier, f.tier), COALESCE(NEW.weight, 600),
        COALESCE(NEW.level, 'extreme'), (SELECT MAX(t.level_no) FROM technique AS t WHERE t.level = COALESCE(NEW.level, 'extreme')),
        0, '', COALESCE(NEW.size, 1)
    FROM (
        SELECT MIN(574 + c.combination_id) AS tier
        FROM combination AS c
        WHERE NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.tier = 574 + c.combination_id)
    ) AS f
    WHERE NOT EXISTS (SELECT 1 FROM technique AS t WHERE t.name = NEW.name);
    UPDATE technique SET size = NEW.size WHERE name = NEW.name AND size <> NEW.size;
