import { DISCOUNT_CODE_PATTERN, type DiscountCodeState, type DiscountEffect } from '@wopack/contract';

/**
 * As codes are stored and compared: letters of another width are those of the alphabet, small ones are taken for capitals;
 * spaces, dashes and what nobody sees are left out. Other letters stay what they are, and are none of a code: 'ß' would be
 * 'SS', and 'ı' an 'I'.
 */
export const normalizeCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const CODE = new RegExp(DISCOUNT_CODE_PATTERN);

export interface CodeForm {
  code?: string | undefined;
  name?: string | undefined;
  effect?: DiscountEffect | undefined;
  percent?: number | null | undefined;
  amount_cents?: number | null | undefined;
  cap_cents?: number | null | undefined;
  starts_on?: string | undefined;
  ends_on?: string | null | undefined;
  minimum_cents?: number | undefined;
  is_first_order_only?: boolean | undefined;
  sale_place_ids?: number[] | undefined;
  type_ids?: number[] | undefined;
  budget_cents?: number | null | undefined;
  credit_days?: number | null | undefined;
}

/** Later days are mistakes. */
const MAX_YEARS_AHEAD = 10;

/** What a code is that a business makes: it says which by the field that it fills in. */
export const getEffect = ({ effect, percent }: CodeForm): DiscountEffect =>
  effect ?? (typeof percent === 'number' ? 'percent' : 'amount');

const isSet = (value: number | null | undefined): value is number => typeof value === 'number';

/**
 * What is wrong with a code beyond the form of single fields; `refused`: fields that are wrong already. `today` is a day of
 * the payer's time zone.
 */
export function findFormErrors(
  form: CodeForm,
  refused: ReadonlySet<string>,
  today: string,
): Record<string, string | false> {
  const { code, name, percent, amount_cents: amount, cap_cents: cap, starts_on: from, ends_on: to } = form;
  const effect = refused.has('percent') && form.effect === undefined ? 'percent' : getEffect(form);
  const isPercent = effect === 'percent';
  const budget = form.budget_cents;
  const lastDay = Temporal.PlainDate.from(today).add({ years: MAX_YEARS_AHEAD }).toString();
  return {
    code: code !== undefined && !CODE.test(normalizeCode(code)) && 'credit.codeForm',
    name: name !== undefined && !name.trim() && 'field.required',
    percent:
      !refused.has('percent') &&
      ((isPercent && !isSet(percent) && 'field.required') ||
        (!isPercent && isSet(percent) && 'credit.oneEffect')),
    amount_cents:
      !refused.has('amount_cents') &&
      ((!isPercent && !isSet(amount) && 'field.required') ||
        (isPercent && isSet(amount) && 'credit.oneEffect')),
    cap_cents: isSet(cap) && !isPercent && 'credit.capOfPercent',
    starts_on:
      from !== undefined &&
      ((from < today && 'credit.startsInPast') || (from > lastDay && 'credit.tooFarAhead')),
    ends_on:
      typeof to === 'string' &&
      ((to < (from ?? today) &&
        (from !== undefined && from > today ? 'credit.endsBeforeStart' : 'credit.endsInPast')) ||
        (to > lastDay && 'credit.tooFarAhead')),
    minimum_cents: effect === 'credit' && (form.minimum_cents ?? 0) > 0 && 'credit.minimumOfDiscount',
    is_first_order_only: effect === 'credit' && form.is_first_order_only === true && 'credit.onlyOfDiscount',
    sale_place_ids: effect === 'credit' && (form.sale_place_ids?.length ?? 0) > 0 && 'credit.onlyOfDiscount',
    type_ids: effect === 'credit' && (form.type_ids?.length ?? 0) > 0 && 'credit.onlyOfDiscount',
    budget_cents:
      isSet(budget) &&
      ((isSet(amount) && !isPercent && amount > budget) || (isSet(cap) && isPercent && cap > budget)) &&
      'credit.aboveBudget',
    credit_days: isSet(form.credit_days) && effect !== 'credit' && 'credit.daysOfCredit',
  };
}

interface Limits {
  starts_at: Date;
  ends_at: Date | null;
  stopped_at: Date | null;
  max_uses: number | null;
  used_count: number;
  budget_cents: number | null;
  used_cents: number;
}

/** Whether nothing of it is left for anybody. */
export const isUsedUp = (
  code: Pick<Limits, 'max_uses' | 'used_count' | 'budget_cents' | 'used_cents'>,
): boolean =>
  (code.max_uses !== null && code.used_count >= code.max_uses) ||
  (code.budget_cents !== null && code.used_cents >= code.budget_cents);

/** What its payer sees of a code. */
export function getCodeState(code: Limits, now: Date): DiscountCodeState {
  if (code.stopped_at) return 'stopped';
  if (code.ends_at && code.ends_at <= now) return 'ended';
  if (code.starts_at > now) return 'planned';
  return isUsedUp(code) ? 'used_up' : 'running';
}

/** Which rule refuses a code, by the key of its message. */
export type CodeRefusal =
  | 'credit.codeUnknown'
  | 'credit.codeStopped'
  | 'credit.codeNotBegun'
  | 'credit.codeEnded'
  | 'credit.codeUsedByYou'
  | 'credit.codeUsedUp'
  | 'credit.codeOtherAddress'
  | 'credit.codeForCheckout';

/** Whether somebody may be trying which codes there are: only that counts for the limit. */
export function isGuess(refusal: string | { key: string } | false | null | undefined): boolean {
  const key = refusal && typeof refusal === 'object' ? refusal.key : refusal;
  return key === 'credit.codeUnknown' || key === 'credit.codeOtherAddress';
}

export interface CodeOfUser extends Limits {
  is_for_addresses: boolean;
  is_address_listed: boolean;
  max_uses_per_user: number;
  uses_of_user: number;
}

/**
 * Why somebody cannot use a code now, whatever it is for; null: they can. Uses that are gone and a budget that is gone read
 * the same, so that nobody learns what others have used.
 */
export function findCodeRefusal(
  code: CodeOfUser | undefined,
  amountCents: number,
  now: Date,
): CodeRefusal | null {
  if (!code) return 'credit.codeUnknown';
  if (code.is_for_addresses && !code.is_address_listed) return 'credit.codeOtherAddress';
  if (code.stopped_at) return 'credit.codeStopped';
  if (code.starts_at > now) return 'credit.codeNotBegun';
  if (code.ends_at && code.ends_at <= now) return 'credit.codeEnded';
  if (code.uses_of_user >= code.max_uses_per_user) return 'credit.codeUsedByYou';
  const isTooLittleLeft = code.budget_cents !== null && code.used_cents + amountCents > code.budget_cents;
  return isUsedUp(code) || isTooLittleLeft ? 'credit.codeUsedUp' : null;
}
