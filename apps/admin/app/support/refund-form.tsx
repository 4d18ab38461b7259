import { type RefundGround, refundGrounds } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { parseTypedCents } from '@wopack/ui/format.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { useAction, useFormat, useNeedsCode, useOperator } from '../lib/use-console.ts';
import { CodeField, splitErrors, submitWith } from '../ui/forms-and-actions.tsx';

type Decision = 'nothing' | 'part' | 'all';

/** What was paid and where it is. */
export interface RefundableOrder {
  price_cents: number;
  refunded_cents: number;
  earning_cents: number;
  commission_cents: number;
  max_part_refund_cents: number;
}

interface Props<R> {
  order: RefundableOrder;
  decisions: readonly Decision[];
  /** Whether a reason of the list is chosen, which `submit` gets. */
  asksGround?: boolean;
  /** Names of the fields in `children`. */
  fields: readonly string[];
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
  submit: (decision: Decision, refundedTotalCents: number, ground: RefundGround) => Promise<R>;
  buttonLabel: (decision: Decision, refundCents: number) => string;
  done: string;
  onDone?: () => void;
}

/** Where the money of an order is after its refunds reach a total. */
export function computeMoneyEffect(order: RefundableOrder, refundedTotalCents: number) {
  const isAll = refundedTotalCents >= order.price_cents;
  return {
    buyer: refundedTotalCents,
    seller: isAll ? 0 : order.earning_cents - (refundedTotalCents - order.refunded_cents),
    commission: isAll ? 0 : order.commission_cents,
  };
}

interface MoneyEffectProps {
  order: RefundableOrder;
  refundedTotalCents: number;
}

/** Where the money of an order is now and after the refund; both columns add up to what was paid. */
function MoneyEffect({ order, refundedTotalCents }: MoneyEffectProps) {
  const { t } = useTranslation('admin');
  const { formatAmount } = useFormat();
  const now = {
    buyer: order.refunded_cents,
    seller: order.earning_cents,
    commission: order.commission_cents,
  };
  const then = computeMoneyEffect(order, refundedTotalCents);
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
export function RefundForm<R>({
  order,
  decisions,
  asksGround = true,
  fields,
  children,
  submit,
  buttonLabel,
  done,
  onDone,
}: Props<R>) {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const limitCents = useOperator()?.refund_limit_cents ?? null;
  const needsCode = useNeedsCode();
  const { price_cents: price, refunded_cents: refunded, max_part_refund_cents: maxPart } = order;
  const canRefundPart = maxPart > refunded;
  const [decision, setDecision] = useState<Decision>(
    decisions.includes('part') && canRefundPart ? 'part' : decisions.includes('all') ? 'all' : 'nothing',
  );
  const [amountText, setAmountText] = useState('');
  const [ground, setGround] = useState<RefundGround>('other');
  const [code, setCode] = useState('');
  const partCents = parseTypedCents(amountText);
  const totals: Record<Decision, number> = {
    nothing: refunded,
    part: refunded + (partCents ?? 0),
    all: price,
  };
  const total = totals[decision];
  const { run, isRunning, error } = useAction(
    async () => {
      if (needsCode && code) await call('stepUpOperator', { body: { code } });
      return submit(decision, total, ground);
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
  const errors = splitErrors(error, [...fields, 'refunded_total_cents', 'code']);
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
        className={decisions.length === 3 ? 'grid-cols-3' : 'grid-cols-2'}
      >
        {decisions.map((choice) =>
          choice === 'part' && !canRefundPart ? null : (
            <ChoiceTile
              key={choice}
              value={choice}
              // Yellow is the button that decides.
              className="min-h-14 px-1 py-1.5 data-checked:bg-surface data-checked:text-text data-checked:inset-ring-text"
            >
              <b className="text-sm">{t(`refund.${choice}`)}</b>
              <span className="text-xs">
                {choice === 'part' && !partCents
                  ? '…'
                  : formatMoney(choice === 'part' ? (partCents ?? 0) : totals[choice] - refunded)}
              </span>
            </ChoiceTile>
          ),
        )}
      </ChoiceTiles>
      {decision === 'part' ? (
        <TextField
          label={t('refund.amount')}
          hint={t('refund.upTo', { amount: formatMoney(maxPart - refunded) })}
          error={amountError}
          value={amountText}
          inputMode="decimal"
          autoComplete="off"
          icon="€"
          required
          onChange={({ target }) => setAmountText(target.value)}
        />
      ) : null}
      <MoneyEffect order={order} refundedTotalCents={total} />
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
