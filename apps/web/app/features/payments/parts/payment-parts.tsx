import type { Reply } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button, TextButton } from '@wopack/ui/button.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCircleCheckFilled, IconReceiptRefund, IconTag, IconWallet } from '@wopack/ui/icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { IconNote } from '../../../ui/icon-note.tsx';
import type { Payment } from '../use-payment.ts';

type Quote = Reply<'quotePayment'>['data'];
type Terms = NonNullable<Quote['code']>;

/** Sources of credit that are shown one by one. */
const MAX_LISTED_GRANTS = 3;

/** Before the choice of a way to pay: credit, and a code with its terms. */
export function PartsChoice({ payment }: { payment: Payment }) {
  const { quote } = payment.parts;
  return (
    <>
      {quote && quote.credit.available_cents > 0 ? (
        <CreditSwitch payment={payment} credit={quote.credit} />
      ) : null}
      {quote?.code ? <AppliedCode payment={payment} terms={quote.code} /> : <CodeField payment={payment} />}
    </>
  );
}

function CreditSwitch({ payment, credit }: { payment: Payment; credit: Quote['credit'] }) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const { usesCredit, setUsesCredit } = payment.parts;
  const listed = credit.grants.slice(0, MAX_LISTED_GRANTS);
  const others = credit.grants.length - listed.length;
  return (
    <div className="flex items-center gap-3.5 rounded-md bg-panel px-4 py-1.5">
      <IconWallet className="size-[22px] shrink-0" />
      <div className="min-w-0 flex-1">
        <Switch
          label={t('parts.useCredit', { amount: format.formatMoney(credit.available_cents) })}
          hint={
            <>
              {listed.map(({ left_cents: cents, ends_at: end, source, place_name: name }, index) => {
                const values = {
                  amount: format.formatMoney(cents),
                  from: name === null ? t(`parts.from.${source}`) : isolateWords(name),
                };
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and their order is that of use
                  <span key={index} className="block">
                    {end === null
                      ? t('parts.grantAlways', values)
                      : t('parts.grantUntil', { ...values, date: format.formatLastDay(end) })}
                  </span>
                );
              })}
              {others > 0 ? <span className="block">{t('parts.moreGrants', { count: others })}</span> : null}
            </>
          }
          checked={usesCredit}
          disabled={payment.phase !== 'idle'}
          onChange={setUsesCredit}
        />
      </div>
    </div>
  );
}

/** What a code takes off and what it asks for, before anything is paid. */
export function useCodeTerms(): (terms: Terms) => string {
  const { t } = useTranslation('payment');
  const format = useFormat();
  return (terms) => {
    const { cap_cents: cap, ends_at: end, payer_name: payer } = terms;
    const off =
      terms.effect === 'percent'
        ? t('parts.terms.percent', { percent: format.formatPercent(terms.percent ?? 0) })
        : t('parts.terms.amount', { amount: format.formatMoney(terms.amount_cents ?? 0) });
    const sentences = [
      cap === null ? `${off}.` : `${off}, ${t('parts.terms.cap', { amount: format.formatMoney(cap) })}.`,
      payer === null ? t('parts.terms.byWopack') : t('parts.terms.byBusiness', { name: isolateWords(payer) }),
      terms.max_uses_per_user === 1
        ? t('parts.terms.once')
        : t('parts.terms.perPerson', { count: terms.max_uses_per_user }),
      terms.is_first_order_only && t('parts.terms.firstOrder'),
      terms.minimum_cents > 0 &&
        t('parts.terms.minimum', { amount: format.formatMoney(terms.minimum_cents) }),
      end !== null && t('parts.terms.until', { date: format.formatLastDay(end) }),
    ];
    return sentences.filter(Boolean).join(' ');
  };
}

function AppliedCode({ payment, terms }: { payment: Payment; terms: Terms }) {
  const { t } = useTranslation('payment');
  const describe = useCodeTerms();
  return (
    <section
      aria-label={t('parts.codeOf', { code: terms.code })}
      className="grid gap-1 rounded-md px-4 py-3 inset-ring-2 inset-ring-save"
    >
      <div className="flex flex-wrap items-center gap-x-2.5">
        <IconCircleCheckFilled className="size-5 shrink-0 text-save" />
        <b className="min-w-0 flex-1 wrap-anywhere">{terms.code}</b>
        <TextButton
          className="min-h-11 text-sm"
          disabled={payment.phase !== 'idle'}
          onClick={payment.parts.takeCodeOff}
        >
          {t('parts.takeOff')}
        </TextButton>
      </div>
      <p role="status" className="text-sm text-muted">
        {describe(terms)}
      </p>
    </section>
  );
}

/** Opened by a press: most buyers have none. What was typed stays when it is refused. */
function CodeField({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payment');
  const { codeError, applyCode, isApplying, clearCodeError } = payment.parts;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isShown = isOpen || codeError !== null;
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  if (!isShown)
    return (
      <TextButton className="min-h-11 justify-self-start text-sm" onClick={() => setOpen(true)}>
        <IconTag className="mr-1.5 inline size-5" />
        {t('parts.haveCode')}
      </TextButton>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() && !isApplying) applyCode(typed.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2.5">
      <TextField
        ref={field}
        label={t('parts.code')}
        value={typed}
        error={codeError ?? undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value);
          clearCodeError();
        }}
      />
      <Button type="submit" variant="soft" className="mt-[26px] h-[52px]" loading={isApplying}>
        {t('parts.apply')}
      </Button>
    </form>
  );
}

/** Rows of the sum: what is taken off the price, before what is left for the card. */
export function PartsRows({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const { quote } = payment.parts;
  if (!quote) return null;
  const { code, discount_cents: discount, credit_cents: credit } = quote;
  return (
    <>
      {code && discount > 0 ? (
        <MinusRow
          label={
            code.percent === null
              ? t('parts.codeOf', { code: code.code })
              : t('parts.codePercent', { code: code.code, percent: format.formatPercent(code.percent) })
          }
          cents={discount}
        />
      ) : null}
      {credit > 0 ? <MinusRow label={t('parts.yourCredit')} cents={credit} /> : null}
    </>
  );
}

function MinusRow({ label, cents }: { label: string; cents: number }) {
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold text-save">
      <dt>{label}</dt>
      <dd className="tabular-nums">− {format.formatMoney(cents)}</dd>
    </div>
  );
}

/** Where the money would go back to; nothing while only the card pays. */
export function RefundOfParts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const { quote } = payment.parts;
  if (!quote || quote.credit_cents + quote.discount_cents === 0) return null;
  const { card_cents: card, credit_cents: credit } = quote;
  const key = credit === 0 ? (card === 0 ? 'nothing' : 'card') : card === 0 ? 'credit' : 'both';
  return (
    <ul>
      <IconNote icon={<IconReceiptRefund />}>
        {t(`parts.refund.${key}`, { card: format.formatMoney(card), credit: format.formatMoney(credit) })}
      </IconNote>
    </ul>
  );
}
