package store

import (
	"context"
	"fmt"
)

// Comment describes a table, a view or one of their columns.
type Comment struct {
	Table   string `db:"table_name"`
	Column  string `db:"column_name"` // empty for the table itself
	Comment string `db:"comment"`
}

// Comments returns all rows of column_comment, sorted by table. The comment on the table itself comes first.
func (s *Snapshot) Comments(ctx context.Context) (list []Comment, err error) {
	err = s.tx.SelectContext(ctx, &list, `
		SELECT table_name, column_name, comment
		FROM column_comment
		ORDER BY table_name, column_name`)
	if err != nil {
		return nil, fmt.Errorf("read the comments of columns: %w", Explain(err))
	}
	return list, nil
}
