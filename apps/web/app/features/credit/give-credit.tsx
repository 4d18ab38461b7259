import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { AmountField } from '@wopack/ui/form/amount-field.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { parseId } from '../../lib/paths.ts';
import { orderCreditQuery, useGiveOrderCredit } from './credit.api.ts';

/** Credit for the buyer of an order, which is looked up by its number; `linkedOrderId`: that of the order one comes from. */
export function GiveCredit({ linkedOrderId }: { linkedOrderId: number | null }) {
  const { t } = useTranslation('codes');
  const [number, setNumber] = useState(linkedOrderId === null ? '' : String(linkedOrderId));
  const [orderId, setOrderId] = useState(linkedOrderId);
  const [isWrong, setWrong] = useState(false);
  const look = (event: FormEvent) => {
    event.preventDefault();
    const id = parseId(number.trim().replace(/^#/, ''));
    setWrong(id === null);
    setOrderId(id);
  };
  return (
    <section aria-labelledby="give-credit" className="grid gap-4 rounded-lg bg-surface p-4 sm:p-6">
      <div>
        <h2 id="give-credit" className="h2">
          {t('give.title')}
        </h2>
        <p className="mt-1 max-w-xl text-pretty text-muted">{t('give.text')}</p>
      </div>
      <form noValidate onSubmit={look} className="flex max-w-xl flex-wrap items-start gap-2.5">
        <TextField
          className="min-w-0 flex-1 basis-40"
          label={t('give.order')}
          value={number}
          error={isWrong ? t('give.orderWrong') : undefined}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => setNumber(target.value)}
        />
        <Button type="submit" variant="soft" className="mt-[26px] h-[52px]">
          {t('give.find')}
        </Button>
      </form>
      {orderId === null ? null : <OrderCredit key={orderId} orderId={orderId} />}
    </section>
  );
}

function OrderCredit({ orderId }: { orderId: number }) {
  const { t } = useTranslation('codes');
  const format = useFormat();
  const query = useQuery(orderCreditQuery(orderId));
  return (
    <QueryState
      query={query}
      isInline
      loading={
        <Loading>
          <Skeleton className="h-31 max-w-xl rounded-md" />
        </Loading>
      }
    >
      {(order) => (
        <div className="grid max-w-xl gap-3">
          <p className="text-pretty">
            <b>{isolateWords(order.product_name)}</b> · {isolateWords(order.client)}
            {order.given_cents > 0 ? (
              <span className="block text-sm text-muted">
                {t('give.before', { amount: format.formatMoney(order.given_cents) })}
              </span>
            ) : null}
          </p>
          {order.possible_from !== null ? (
            <p className="rounded-md bg-panel px-4 py-3.5 text-pretty">
              {t('give.later', { from: format.formatDateTime(order.possible_from, order.time_zone) })}
            </p>
          ) : order.max_cents === 0 ? (
            <p className="rounded-md bg-panel px-4 py-3.5">{t('give.nothing')}</p>
          ) : (
            <GiveForm orderId={orderId} order={order} />
          )}
        </div>
      )}
    </QueryState>
  );
}

interface FormProps {
  orderId: number;
  order: { given_cents: number; max_cents: number; client: string };
}

function GiveForm({ orderId, order }: FormProps) {
  const { t } = useTranslation('codes');
  const format = useFormat();
  const give = useGiveOrderCredit(orderId);
  const [amount, setAmount] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const { error } = give;
  const errors = (error instanceof ApiError && error.errors) || {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (give.isPending) return;
    const body = { amount_cents: amount ?? 0, given_cents: order.given_cents, note };
    give.mutate(body, {
      onSuccess: () => {
        setAmount(null);
        setNote('');
        showToast(t('give.given'));
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-pretty text-muted">{t('give.lead', { name: isolateWords(order.client) })}</p>
      <AmountField
        label={t('give.amount')}
        hint={t('give.amountHint', { amount: format.formatMoney(order.max_cents) })}
        cents={amount}
        error={errors.amount_cents?.[0]}
        required
        onChange={setAmount}
      />
      <TextField
        label={t('give.note')}
        hint={t('give.noteHint')}
        value={note}
        error={errors.note?.[0]}
        autoComplete="off"
        required
        onChange={({ target }) => setNote(target.value)}
      />
      {error && Object.keys(errors).length === 0 ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
      <Button type="submit" loading={give.isPending} className="justify-self-start">
        {t('give.send')}
      </Button>
    </form>
  );
}
