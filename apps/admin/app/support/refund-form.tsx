import { type RefundGround, refundGrounds } from '@wopack/contract/vocabulary';
import { countKeptUnits, type OrderUnits, planUnitReturn } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { AmountField } from '@wopack/ui/form/amount-field.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { useAction, useFormat, useNeedsCode, useOperator } from '../lib/use-console.ts';
import { CodeField, splitErrors, submitWith } from '../ui/forms-and-actions.tsx';

type Decision = 'nothing' | 'packs' | 'part' | 'all';

/** What was paid and where it is; earning and commission are of the packs that were not given back. */
export interface RefundableOrder extends OrderUnits {
  price_cents: number;
  refunded_cents: number;
  earning_cents: number;
  commission_cents: number;
  max_part_refund_cents: number;
}

interface Refund {
  refundedTotalCents: number;
  /** Packs that are given back by it. */
  units: number;
  ground: RefundGround;
}

interface Props<R, D extends Decision> {
  order: RefundableOrder;
  decisions: readonly D[];
  /** Whether a reason of the list is chosen, which `submit` gets. */
  asksGround?: boolean;
  /** Names of the fields in `children`. */
  fields: readonly string[];
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
  submit: (decision: D, refund: Refund) => Promise<R>;
  buttonLabel: (decision: D, refundCents: number) => string;
  done: string;
  onDone?: () => void;
}

/** Where the money of an order is after its refunds reach a total, by which so many packs are given back. */
export function computeMoneyEffect(order: RefundableOrder, refundedTotalCents: number, units = 0) {
  if (refundedTotalCents >= order.price_cents) return { buyer: order.price_cents, seller: 0, commission: 0 };
  const kept = countKeptUnits(order);
  const commission = (order.commission_cents / kept) * (kept - units);
  return {
    buyer: refundedTotalCents,
    seller: order.price_cents - refundedTotalCents - commission,
    commission,
  };
}

interface MoneyEffectProps extends Pick<Refund, 'refundedTotalCents' | 'units'> {
  order: RefundableOrder;
}

/** Where the money of an order is now and after the refund; both columns add up to what was paid. */
function MoneyEffect({ order, refundedTotalCents, units }: MoneyEffectProps) {
  const { t } = useTranslation('admin');
  const { formatAmount } = useFormat();
  const now = {
    buyer: order.refunded_cents,
    seller: order.earning_cents,
    commission: order.commission_cents,
  };
  const then = computeMoneyEffect(order, refundedTotalCents, units);
  const sum = (effect: typeof now) => formatAmount(effect.buyer + effect.seller + effect.commission);
  return (
    <DataTable
      caption={t('effect.caption')}
      rows={['buyer', 'seller', 'commission'] as const}
      getKey={(side) => side}
      size="small"
      columns={[
        { key: 'side', head: 'EUR', render: (side) => t(`effect.${side}`), foot: t('effect.paid') },
        {
          key: 'now',
          head: t('effect.now'),
          render: (side) => <span className="text-muted">{formatAmount(now[side])}</span>,
          foot: sum(now),
          isNumber: true,
        },
        {
          key: 'then',
          head: t('effect.then'),
          render: (side) => <b>{formatAmount(then[side])}</b>,
          foot: sum(then),
          isNumber: true,
        },
      ]}
    />
  );
}

/** What the operator may refund of one order alone; nothing for a role without limit. */
export function RefundLimit() {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const limitCents = useOperator()?.refund_limit_cents ?? null;
  return limitCents === null ? null : t('refund.limit', { amount: formatMoney(limitCents) });
}

/** Refund of a part or all, or nothing: effect, reasons, code if money asks for one, and one button with the amount. */
export function RefundForm<R, D extends Decision>({
  order,
  decisions,
  asksGround = true,
  fields,
  children,
  submit,
  buttonLabel,
  done,
  onDone,
}: Props<R, D>) {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const limitCents = useOperator()?.refund_limit_cents ?? null;
  const needsCode = useNeedsCode();
  const { price_cents: price, refunded_cents: refunded, max_part_refund_cents: maxPart } = order;
  const canRefundPart = maxPart > refunded;
  const kept = countKeptUnits(order);
  const canRefund: Record<Decision, boolean> = {
    nothing: true,
    // All packs are the whole.
    packs: kept > 1,
    part: canRefundPart,
    all: true,
  };
  const choices = decisions.filter((choice) => canRefund[choice]);
  // A part costs least when it is chosen by mistake.
  const [decision, setDecision] = useState<D>(
    choices.find((choice) => choice === 'part') ?? choices.find((choice) => choice === 'all') ?? choices[0]!,
  );
  const [partCents, setPartCents] = useState<number | null>(null);
  const [chosenUnits, setChosenUnits] = useState(1);
  const [ground, setGround] = useState<RefundGround>('other');
  const [code, setCode] = useState('');
  const totals: Record<Decision, number> = {
    nothing: refunded,
    packs: planUnitReturn(order, chosenUnits),
    part: refunded + (partCents ?? 0),
    all: price,
  };
  const total = totals[decision];
  const units = decision === 'packs' ? chosenUnits : 0;
  const { run, isRunning, error } = useAction(
    async () => {
      if (needsCode && code) await call('stepUpOperator', { body: { code } });
      return submit(decision, { refundedTotalCents: total, units, ground });
    },
    {
      done,
      inForm: true,
      onDone: () => {
        setCode('');
        onDone?.();
      },
    },
  );
  const errors = splitErrors(error, [...fields, 'refunded_total_cents', 'packs', 'code']);
  const isTooMuch = decision === 'part' && total > maxPart;
  const isOverLimit = limitCents !== null && total > limitCents;
  const amountError = isTooMuch
    ? t('refund.tooMuch', { amount: formatMoney(maxPart - refunded) })
    : errors.of('refunded_total_cents');
  const canSubmit = !isTooMuch && !isOverLimit && (decision !== 'part' || Boolean(partCents));
  return (
    <form
      noValidate
      onSubmit={submitWith(() => !isRunning && canSubmit && run(undefined))}
      // Above the button that stays in view on phones.
      className="grid gap-4 max-lg:[&_:is(input,select,textarea)]:scroll-mb-24"
    >
      <ChoiceTiles
        legend={t('refund.decision')}
        hideLegend
        value={decision}
        onChange={setDecision}
        className={choices.length === 3 ? 'grid-cols-3' : 'grid-cols-2'}
      >
        {choices.map((choice) => (
          <ChoiceTile
            key={choice}
            value={choice}
            // Yellow is the button that decides.
            className="min-h-14 px-1 py-1.5 data-checked:bg-surface data-checked:text-text data-checked:inset-ring-text"
          >
            <b className="text-sm">{t(`refund.${choice as Decision}`)}</b>
            <span className="text-xs">
              {choice === 'part' && !partCents
                ? '…'
                : formatMoney(choice === 'part' ? (partCents ?? 0) : totals[choice] - refunded)}
            </span>
          </ChoiceTile>
        ))}
      </ChoiceTiles>
      {decision === 'part' ? (
        <AmountField
          label={t('refund.amount')}
          hint={t('refund.upTo', { amount: formatMoney(maxPart - refunded) })}
          error={amountError}
          cents={partCents}
          icon="€"
          required
          onChange={setPartCents}
        />
      ) : null}
      {decision === 'packs' ? (
        <Select
          label={t('refund.howManyPacks')}
          hint={t('refund.packsHint')}
          error={errors.of('packs')}
          value={chosenUnits}
          onChange={({ target }) => setChosenUnits(Number(target.value))}
        >
          {Array.from({ length: kept - 1 }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count} className="bg-paper text-on-paper">
              {t('refund.packsOf', { count, kept })}
            </option>
          ))}
        </Select>
      ) : null}
      <MoneyEffect order={order} refundedTotalCents={total} units={units} />
      {asksGround ? (
        <Select
          label={t('refund.ground')}
          hint={t('refund.groundHint')}
          value={ground}
          onChange={({ target }) => setGround(target.value as RefundGround)}
        >
          {refundGrounds.map((value) => (
            <option key={value} value={value} className="bg-paper text-on-paper">
              {t(`refund.grounds.${value}`)}
            </option>
          ))}
        </Select>
      ) : null}
      {children(errors.of)}
      {needsCode && !isOverLimit ? (
        <CodeField value={code} onChange={setCode} hint={t('code.again')} error={errors.of('code')} />
      ) : null}
      {errors.rest ? <FieldError>{errors.rest}</FieldError> : null}
      {isOverLimit ? (
        <p className="rounded-sm bg-quiet p-3 text-sm font-semibold">
          {t('refund.overLimit', { amount: formatMoney(limitCents) })}
        </p>
      ) : (
        <div className="bg-surface pt-1 pb-[max(.75rem,env(safe-area-inset-bottom))] max-lg:sticky max-lg:bottom-0 lg:p-0">
          <Button type="submit" variant="brand" fullWidth loading={isRunning} disabled={!canSubmit}>
            {decision === 'part' && !partCents
              ? t('refund.enterAmount')
              : buttonLabel(decision, total - refunded)}
          </Button>
        </div>
      )}
    </form>
  );
}
