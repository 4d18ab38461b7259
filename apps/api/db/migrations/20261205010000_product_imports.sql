ALTER TABLE products ADD COLUMN own_code text;
COMMENT ON COLUMN products.own_code IS 'What the seller calls it elsewhere, from an import.';

CREATE TABLE product_imports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id integer NOT NULL REFERENCES businesses (id),
  user_id integer NOT NULL REFERENCES users (id),
  state text NOT NULL
    CONSTRAINT product_imports_state_check CHECK (state IN ('checking', 'checked', 'importing', 'done', 'ended')),
  file_name text NOT NULL,
  photos_name text,
  column_names jsonb NOT NULL,
  only_valid boolean DEFAULT false NOT NULL,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX product_imports_user_id ON product_imports (user_id, business_id);
CREATE INDEX product_imports_created_at ON product_imports (created_at);
COMMENT ON TABLE product_imports IS 'Tables of products that members check and write, of the last 7 days.';
COMMENT ON COLUMN product_imports.column_names IS 'By column: the name that the file has for it.';

CREATE TABLE product_import_rows (
  import_id integer NOT NULL REFERENCES product_imports (id) ON DELETE CASCADE,
  row_number integer NOT NULL,
  cells jsonb NOT NULL,
  plan text NOT NULL
    CONSTRAINT product_import_rows_plan_check CHECK (plan IN ('new', 'changed', 'unchanged', 'wrong')),
  errors jsonb NOT NULL,
  written_at timestamptz,
  failed_at timestamptz,
  CONSTRAINT product_import_rows_pkey PRIMARY KEY (import_id, row_number)
);
COMMENT ON COLUMN product_import_rows.cells IS 'Texts by column; an object with "formula" for a cell that has one.';
COMMENT ON COLUMN product_import_rows.errors IS 'Columns with keys of messages and their values.';
COMMENT ON COLUMN product_import_rows.failed_at IS 'When writing it was refused.';

CREATE TABLE product_import_photos (
  import_id integer NOT NULL REFERENCES product_imports (id) ON DELETE CASCADE,
  name text NOT NULL,
  content bytea,
  path text,
  error jsonb,
  CONSTRAINT product_import_photos_pkey PRIMARY KEY (import_id, name)
);
COMMENT ON COLUMN product_import_photos.content IS 'As it was sent; null once it is stored as an upload of the member, or refused.';
COMMENT ON COLUMN product_import_photos.path IS 'Of the upload.';
