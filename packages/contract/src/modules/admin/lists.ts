import Type, { type TProperties, type TSchema } from 'typebox';
import { Day, endpoint, FileReply, Instant, Lines, Nullable, Text } from '../../endpoint.ts';
import { MAX_TEXT_LENGTH, type OperatorRight, payoutAccountStates } from '../../vocabulary.ts';

/** What calls of the console share: those that read, and those that change something. */
export const operatorRead = { method: 'GET', module: 'admin', auth: 'operator' } as const;
export const operatorChange = { method: 'POST', module: 'admin', auth: 'operator' } as const;

/** Filter by the day of a list's first instant, in the operator's time zone. */
export const period = {
  from: Type.Optional(Day()),
  to: Type.Optional(Day()),
};

/** Text to find; what it is compared with is said in the list's summary. */
export const q = Type.Optional(Text(100));

export const Reference = Type.Object({ id: Type.Integer(), name: Type.String() }, { $id: 'AdminReference' });

export const Reason = Lines(MAX_TEXT_LENGTH, 1);
export const ReasonBody = Type.Object({ reason: Reason });

export const yesNo = Type.Optional(Type.Enum(['yes', 'no']));

export const payoutAccountFilter = Type.Optional(
  Type.Enum([...payoutAccountStates, 'open'], {
    description: 'state at the payment provider; `open`: anything but verified',
  }),
);

/** Who decided on a case, or on the objection that reversed it, and why; null as long as nobody has. */
export const CaseDecision = Nullable(
  Type.Object({ at: Instant, operator_name: Type.String(), reason: Type.String() }),
);

/** Names of enum values joined by commas. */
export const anyOf = (values: readonly string[]) =>
  Type.String({ pattern: `^(${values.join('|')})(,(${values.join('|')})){0,9}$`, maxLength: 200 });

interface ListDeclaration<P extends string, F extends TProperties, R extends TSchema, S extends TProperties> {
  path: P;
  right: OperatorRight;
  summary: string;
  filters: F;
  /** Sortable columns; the first one, descending, is the default. */
  sorts: readonly [string, ...string[]];
  row: R;
  /** Names nobody: the export asks for no code. */
  isFreeOfPeople?: true;
  /** `sumsOf(…)`, for a list that has any. */
  sums?: S;
}

/** Sums over all rows of a filter, as a field of the page. */
export const sumsOf = <S extends TProperties>(fields: S) => ({
  sums: Nullable(
    Type.Object(fields, {
      description: 'of all rows of the filter; on the first page, unless there are more than are counted',
    }),
  ),
});

/**
 * A list of the console and the export of the same rows. `sort` is a column, descending with a leading `-`. The number
 * of rows is counted up to a limit, and on the first page only.
 */
export const list = <
  const P extends `/api/v1/admin/${string}`,
  F extends TProperties,
  R extends TSchema,
  S extends TProperties = Record<never, never>,
>({
  path,
  right,
  summary,
  filters,
  sorts,
  row,
  isFreeOfPeople,
  sums = {} as S,
}: ListDeclaration<P, F, R, S>) => {
  const sort = Type.Optional(
    Type.String({ pattern: `^-?(${sorts.join('|')})$`, default: `-${sorts[0]}`, maxLength: 40 }),
  );
  return {
    rows: endpoint({
      ...operatorRead,
      path,
      right,
      summary,
      query: Type.Object({
        ...filters,
        sort,
        cursor: Type.Optional(Text(300, 1)),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
      }),
      reply: Type.Object({
        items: Type.Array(row),
        next_cursor: Nullable(Type.String()),
        total: Nullable(Type.Integer({ description: 'on the first page only' })),
        total_is_exact: Type.Boolean({ description: 'false: there are more than `total`' }),
        ...sums,
      }),
      errors: ['validation'],
    }),
    csv: endpoint({
      ...operatorRead,
      path: `${path}/export` as `${P}/export` & `/${string}`,
      right,
      ...(!isFreeOfPeople && { stepUp: true as const }),
      summary: `${summary}: all rows of the filter as a CSV file`,
      query: Type.Object({ ...filters, sort }),
      produces: 'text/csv',
      reply: FileReply,
      errors: ['validation'],
    }),
  };
};

/** What of the order is refunded afterwards, with earlier refunds, so that a repeated call refunds once. */
export const RefundedTotal = Type.Integer({ minimum: 1, maximum: 1000000 });
