/** A discount code as it is typed. */
export const EMPTY_CODE = {
  code: '',
  name: '',
  percent: '',
  amount_cents: null as number | null,
  cap_cents: null as number | null,
  starts_on: '',
  ends_on: '',
  /** For a code that gives credit. */
  credit_days: '',
  max_uses: '',
  max_uses_per_user: '1',
  minimum_cents: null as number | null,
  budget_cents: null as number | null,
  addresses: '',
  is_first_order_only: false,
  type_ids: [] as readonly string[],
};

type CodeDraft = typeof EMPTY_CODE;

type TextName = { [F in keyof CodeDraft]: CodeDraft[F] extends string ? F : never }[keyof CodeDraft];
type AmountName = Extract<keyof CodeDraft, `${string}_cents`>;

/** What is no number becomes 0, which the server refuses with a message at the field. */
const readNumber = (text: string): number | null =>
  text.trim() ? (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0) : null;

/** What `createDiscountCode` and `createAdminCode` take of the draft; what the effect has no use for is left out. */
export function buildCodeTerms(draft: CodeDraft, effect: 'percent' | 'amount' | 'credit') {
  const isPercent = effect === 'percent';
  const isCredit = effect === 'credit';
  return {
    code: draft.code,
    name: draft.name,
    percent: isPercent ? (readNumber(draft.percent) ?? 0) : null,
    amount_cents: isPercent ? null : (draft.amount_cents ?? 0),
    cap_cents: isPercent ? draft.cap_cents : null,
    ...(draft.starts_on && { starts_on: draft.starts_on }),
    ends_on: draft.ends_on || null,
    max_uses: readNumber(draft.max_uses),
    max_uses_per_user: readNumber(draft.max_uses_per_user) ?? 0,
    is_first_order_only: !isCredit && draft.is_first_order_only,
    minimum_cents: isCredit ? 0 : (draft.minimum_cents ?? 0),
    budget_cents: draft.budget_cents,
    type_ids: isCredit ? [] : draft.type_ids.map(Number),
    addresses: draft.addresses,
    ...(isCredit && { credit_days: readNumber(draft.credit_days) }),
  };
}

/** Props of the draft's fields: the value, how it is changed, and what the server says of it. */
export function bindCodeFields(
  draft: CodeDraft,
  onChange: (draft: CodeDraft) => void,
  errorOf: (field: string) => string | undefined,
) {
  return {
    field: (name: TextName) => ({
      value: draft[name],
      error: errorOf(name),
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
    }),
    amount: (name: AmountName) => ({
      cents: draft[name],
      error: errorOf(name),
      onChange: (cents: number | null) => onChange({ ...draft, [name]: cents }),
    }),
  };
}

export const CODE_TONES = {
  planned: 'info',
  running: 'ok',
  used_up: 'warn',
  ended: 'plain',
  stopped: 'plain',
} as const;

/** States in which a code can still be stopped. */
export const canStopCode = (state: keyof typeof CODE_TONES): boolean =>
  state === 'planned' || state === 'running' || state === 'used_up';
