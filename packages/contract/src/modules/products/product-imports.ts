import Type from 'typebox';
import { Data, endpoint, FileReply, Id, IdData, IdParams, Instant, Nullable } from '../../endpoint.ts';
import { importColumns, importStates, productStates } from '../../vocabulary.ts';

const module = 'packs';

const ImportColumn = Type.Enum(importColumns, { $id: 'ImportColumn' });

const ImportError = Type.Object(
  {
    row: Type.Integer({
      description: 'number of the row as spreadsheets show it; the first one has the names',
    }),
    code: Nullable(Type.String({ description: "the seller's own code in this row" })),
    column: ImportColumn,
    column_name: Type.String({ description: 'as the file names it' }),
    value: Type.String({ description: 'what is there; at most 200 characters' }),
    message: Type.String({ description: "what is wrong, in the caller's language" }),
  },
  { $id: 'ImportError' },
);

const importState = Type.Enum(importStates, {
  description:
    'checking: photos are being prepared, nothing can be started yet; checked: nothing is written, it can be started; importing: rows are being written; done: all rows that were asked for are written or have an error; ended: the member lost the right meanwhile, the rest is not written',
});

const ImportSummary = {
  id: Id,
  made_by: Type.Object({ id: Id, name: Type.String() }),
  is_mine: Type.Boolean({ description: 'only the member who made it goes on with it' }),
  state: importState,
  file_name: Type.String(),
  created_at: Instant,
  started_at: Nullable(Instant),
  ended_at: Nullable(Instant),
  rows: Type.Object(
    {
      total: Type.Integer(),
      new: Type.Integer({ description: 'products that are made' }),
      changed: Type.Integer({ description: 'products that are changed' }),
      unchanged: Type.Integer({ description: 'products that are already so; nothing is written' }),
      wrong: Type.Integer({ description: 'rows with an error' }),
    },
    { description: 'what the check found; new + changed + unchanged + wrong = total' },
  ),
  photos: Type.Object({
    file_name: Nullable(Type.String({ description: 'of the last ZIP file; null without one' })),
    total: Type.Integer({ description: 'pictures that the ZIP files have' }),
    due: Type.Integer({ description: 'of those that rows name: not prepared yet' }),
    named: Type.Integer({ description: 'of those that rows name: all' }),
  }),
  written: Type.Object(
    {
      total: Type.Integer({ description: 'rows to write; 0 before the start' }),
      done: Type.Integer({ description: 'of these, written' }),
      failed: Type.Integer({
        description: 'of these, refused when they were written; they are among the errors',
      }),
    },
    { description: 'progress' },
  ),
  error_count: Type.Integer({ description: 'in all rows' }),
};

const ProductImport = Type.Object(
  {
    ...ImportSummary,
    errors: Type.Array(ImportError, { description: 'the first 200; all of them are in the CSV file' }),
    linked: Type.Object(
      {
        total: Type.Integer({ description: 'rows' }),
        rows: Type.Array(
          Type.Object({
            row: Type.Integer(),
            name: Type.String({ description: 'of the product, as it is now' }),
            others: Type.Integer({ description: 'products at other sale places that change with it' }),
          }),
          { description: 'the first 200' },
        ),
      },
      {
        description:
          'rows that change text, photos or anything else that linked products have in common; written or not',
      },
    ),
  },
  { $id: 'ProductImport' },
);

const ImportedProduct = Type.Object(
  {
    id: Id,
    row: Type.Integer(),
    is_new: Type.Boolean({ description: 'made by the import; false: changed' }),
    name: Type.String({ description: 'as it is now' }),
    state: Type.Enum([...productStates, 'removed'], {
      description: 'as it is now; removed: it was deleted since',
    }),
    sale_place: Type.Object({ id: Id, name: Type.String() }),
  },
  { $id: 'ImportedProduct' },
);

const uploadLimits = [
  { max: 20, window: '1 minute', by: 'user' },
  { max: 60, window: '1 minute' },
] as const;

/** Products from a table, and as one. An import is of the member who made it, and seen by those who have its sale places. */
export const productImports = {
  listImportColumns: endpoint({
    method: 'GET',
    path: '/api/v1/seller/products/import_columns',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: "Columns of the table of products, in their order, in the caller's language",
    reply: Data(
      Type.Array(
        Type.Object({
          key: ImportColumn,
          name: Type.String({
            description: 'in the first row; the names in the other languages and the keys are read as well',
          }),
          help: Type.String({ description: 'what goes into it' }),
          is_required: Type.Boolean({ description: 'in a row of a new product' }),
          options: Type.Array(Type.String(), { description: 'what can be chosen; empty: anything' }),
          example: Type.String(),
        }),
      ),
    ),
    errors: [],
  }),
  exportImportTemplate: endpoint({
    method: 'GET',
    path: '/api/v1/seller/products/import_template',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'An empty table of products with the names of all columns as a CSV file',
    produces: 'text/csv',
    reply: FileReply,
    errors: [],
  }),
  exportProducts: endpoint({
    method: 'GET',
    path: '/api/v1/seller/products/export',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      "The seller's products, including drafts, as the CSV file that an import reads: RFC 4180, UTF-8, separators of the language",
    query: Type.Object({ sale_place_id: Type.Optional(Id) }),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
  listProductImports: endpoint({
    method: 'GET',
    path: '/api/v1/seller/product_imports',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Imports of the business in the last 7 days, newest first: those of the caller, and those of others which concern only sale places of the caller',
    reply: Data(Type.Array(Type.Object(ImportSummary))),
    errors: [],
  }),
  createProductImport: endpoint({
    method: 'POST',
    path: '/api/v1/seller/product_imports',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Check a table of at most 500 products (CSV in UTF-8 or XLSX, at most 5 MB); nothing is written before the start. Replaces the import of the caller that was not started, and keeps its photos. What is wrong with the file as a whole is an error of `file`, `columns.missing`, `columns.unknown` or `columns.repeated`',
    file: 'file',
    reply: Data(ProductImport),
    limits: uploadLimits,
    errors: ['validation', 'conflict', 'uploadRefused', 'uploadTooLarge', 'tooMany'],
  }),
  addImportPhotos: endpoint({
    method: 'POST',
    path: '/api/v1/seller/product_imports/{id}/photos',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Add a ZIP file with photos (JPEG, PNG or WebP), which rows name by their file names: at most 50 MB and 1000 photos of 10 MB each. May be repeated; a photo of the same name is replaced',
    params: IdParams,
    file: 'photos',
    reply: Data(ProductImport),
    limits: uploadLimits,
    errors: ['validation', 'notFound', 'conflict', 'uploadRefused', 'uploadTooLarge', 'tooMany'],
  }),
  getProductImport: endpoint({
    method: 'GET',
    path: '/api/v1/seller/product_imports/{id}',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Result of the check, and progress',
    params: IdParams,
    reply: Data(ProductImport),
    errors: ['validation', 'notFound'],
  }),
  listImportedProducts: endpoint({
    method: 'GET',
    path: '/api/v1/seller/product_imports/{id}/products',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Products that an import has written, in the order of its rows; of the sale places of the caller',
    params: IdParams,
    query: Type.Object({
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    }),
    reply: Type.Object({ data: Type.Array(ImportedProduct), next_cursor: Nullable(Type.String()) }),
    errors: ['validation', 'notFound'],
  }),
  startProductImport: endpoint({
    method: 'POST',
    path: '/api/v1/seller/product_imports/{id}/start',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Write the rows. With wrong rows it is refused with code 5, unless only the others are asked for',
    params: IdParams,
    body: Type.Object({ only_valid: Type.Boolean({ description: 'leaves wrong rows out' }) }),
    reply: Data(ProductImport),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  discardProductImport: endpoint({
    method: 'POST',
    path: '/api/v1/seller/product_imports/{id}/discard',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Forget an import; one that is being written is refused with code 5',
    params: IdParams,
    reply: IdData,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  exportImportErrors: endpoint({
    method: 'GET',
    path: '/api/v1/seller/product_imports/{id}/errors',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'All errors of an import as a CSV file: RFC 4180, UTF-8, separators of the language',
    params: IdParams,
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
} as const;
