import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button, TextLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, LoadingRows, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconWallet } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { PagedList } from '../../ui/lists.tsx';
import { Price } from '../../ui/price.tsx';
import {
  type CreditMovement,
  creditMovementsQuery,
  type MyCredit,
  myCreditQuery,
  useRedeemCode,
} from './credit.api.ts';

/** What the user may pay with, where it comes from, and what became of it. */
export function MyCreditPanel() {
  const { t } = useTranslation('credit');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-pretty text-muted">{t('lead')}</p>
      <QueryState
        query={useQuery(myCreditQuery)}
        loading={
          <Loading>
            <Skeleton className="h-31 rounded-lg!" />
          </Loading>
        }
      >
        {(credit) => <Balance credit={credit} />}
      </QueryState>
      <RedeemForm />
      <History />
    </div>
  );
}

function Balance({ credit: { available_cents: cents, grants } }: { credit: MyCredit }) {
  const { t } = useTranslation('credit');
  return (
    <section aria-labelledby="credit-balance" className="grid gap-3 rounded-lg bg-panel px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="credit-balance" className="font-semibold">
          {t('available')}
        </h2>
        <Price cents={cents} className="text-[2rem]" />
      </div>
      {grants.length === 0 ? (
        <p className="text-sm text-pretty text-muted">{t('none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
    </section>
  );
}

function GrantRow({ grant }: { grant: MyCredit['grants'][number] }) {
  const { t } = useTranslation('credit');
  const format = useFormat();
  const { source, business_name: name, ends_at: end, note, on_hold_cents: onHold } = grant;
  return (
    <li className="flex items-start gap-3 py-3">
      <IconWallet className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 leading-5">
        <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
          <span className="min-w-0 wrap-anywhere">
            {name === null ? t(`sources.${source}`) : isolateWords(name)}
          </span>
          <span className="tabular-nums">{format.formatMoney(grant.left_cents)}</span>
        </p>
        <p className="text-sm text-muted">
          {end === null ? t('noEnd') : t('until', { date: format.formatLastDay(end) })}
          {onHold > 0 ? ` · ${t('onHold', { amount: format.formatMoney(onHold) })}` : null}
        </p>
        {note ? <p className="mt-1 text-sm wrap-anywhere">{note}</p> : null}
      </div>
    </li>
  );
}

function RedeemForm() {
  const { t } = useTranslation('credit');
  const format = useFormat();
  const redeem = useRedeemCode();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim() || redeem.isPending) return;
    redeem.mutate(code.trim(), {
      onSuccess: ({ added_cents: cents = 0 }) => {
        setCode('');
        showToast(t('redeemed', { amount: format.formatMoney(cents) }));
      },
    });
  };
  const { error } = redeem;
  const message = error && ((error instanceof ApiError && error.errors?.code?.[0]) || getErrorMessage(error));
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2.5">
      <TextField
        label={t('code')}
        hint={t('codeHint')}
        value={code}
        error={message ?? undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => {
          setCode(target.value);
          if (error) redeem.reset();
        }}
      />
      <Button type="submit" variant="soft" className="mt-[26px] h-[52px]" loading={redeem.isPending}>
        {t('redeem')}
      </Button>
    </form>
  );
}

function History() {
  const { t } = useTranslation('credit');
  const list = useInfiniteQuery(creditMovementsQuery);
  return (
    <section aria-labelledby="credit-history" className="grid gap-2">
      <h2 id="credit-history" className="h2">
        {t('history')}
      </h2>
      <PagedList
        list={list}
        isInline
        loading={<LoadingRows count={3} row="h-14" />}
        empty={<p className="text-muted">{t('historyNone')}</p>}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((movement) => (
              <MovementRow key={movement.id} movement={movement} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function MovementRow({ movement }: { movement: CreditMovement }) {
  const { t } = useTranslation('credit');
  const format = useFormat();
  const { kind, amount_cents: cents, order_id: orderId, product_name: product } = movement;
  const { source, business_name: name } = movement;
  const from = product ?? name ?? (source ? t(`sources.${source}`) : null);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <p className="min-w-0 flex-1 basis-48 leading-5">
        <b className="block">{t(`kinds.${kind}`)}</b>
        <span className="text-sm text-muted">
          {from === null ? null : `${isolateWords(from)} · `}
          {format.formatDay(movement.at)}
        </span>
      </p>
      {orderId === null ? null : (
        <TextLink to={paths.ticket(orderId)} className="text-sm">
          {t('order')}
        </TextLink>
      )}
      <p className={cn('font-semibold tabular-nums', cents > 0 && 'text-save')}>
        {cents > 0 ? '+' : '−'} {format.formatMoney(Math.abs(cents))}
      </p>
    </li>
  );
}
