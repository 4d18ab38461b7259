import { parseTypedCents } from '../format.ts';

/** A discount code as it is typed. */
export const EMPTY_CODE = {
  code: '',
  name: '',
  /** Percent or euros. */
  value: '',
  cap: '',
  starts_on: '',
  ends_on: '',
  /** Of a code that gives credit. */
  credit_days: '',
  max_uses: '',
  max_uses_per_user: '1',
  minimum: '',
  budget: '',
  addresses: '',
  is_first_order_only: false,
  type_ids: [] as readonly string[],
};

type CodeDraft = typeof EMPTY_CODE;

type TypedField = { [F in keyof CodeDraft]: CodeDraft[F] extends string ? F : never }[keyof CodeDraft];

/** What is no amount becomes 0, which the server refuses with a message at the field. */
const readCents = (text: string): number | null => (text.trim() ? (parseTypedCents(text) ?? 0) : null);
const readNumber = (text: string): number | null =>
  text.trim() ? (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0) : null;

/** Fields of the draft by what the calls name otherwise. */
const CALL_NAMES: Partial<Record<TypedField, string>> = {
  cap: 'cap_cents',
  minimum: 'minimum_cents',
  budget: 'budget_cents',
};

/** What `createDiscountCode` and `createAdminCode` take of the draft; what the effect has no use for is left out. */
export function buildCodeTerms(draft: CodeDraft, effect: 'percent' | 'amount' | 'credit') {
  const isPercent = effect === 'percent';
  const isCredit = effect === 'credit';
  return {
    code: draft.code,
    name: draft.name,
    percent: isPercent ? (readNumber(draft.value) ?? 0) : null,
    amount_cents: isPercent ? null : (readCents(draft.value) ?? 0),
    cap_cents: isPercent ? readCents(draft.cap) : null,
    ...(draft.starts_on && { starts_on: draft.starts_on }),
    ends_on: draft.ends_on || null,
    max_uses: readNumber(draft.max_uses),
    max_uses_per_user: readNumber(draft.max_uses_per_user) ?? 0,
    is_first_order_only: !isCredit && draft.is_first_order_only,
    minimum_cents: isCredit ? 0 : (readCents(draft.minimum) ?? 0),
    budget_cents: readCents(draft.budget),
    type_ids: isCredit ? [] : draft.type_ids.map(Number),
    addresses: draft.addresses,
    ...(isCredit && { credit_days: readNumber(draft.credit_days) }),
  };
}

/** Props of a field of the draft: its value, how it is changed, and what the server says of it. */
export function bindCodeField(
  draft: CodeDraft,
  onChange: (draft: CodeDraft) => void,
  errorOf: (field: string) => string | undefined,
) {
  return (name: TypedField, callName: string = CALL_NAMES[name] ?? name) => ({
    value: draft[name],
    error: errorOf(callName),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
  });
}

/** Of the pill that says the state of a code. */
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
