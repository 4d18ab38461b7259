import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldProblems } from '../../lib/problems.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify, notifyProblem } from '../../ui/toast.ts';
import { payoutQuery, useSavePayout } from './ledger.api.ts';

/** What is owed, what is missing for it, and the account it goes to. */
export function PayoutForm() {
  const { t } = useTranslation('money');
  const payout = useQuery(payoutQuery);
  if (payout.isPending) {
    return (
      <Loading className="grid gap-4">
        <Skeleton className="h-24 rounded-lg" />
        <Skeleton className="h-[52px] rounded-md" />
      </Loading>
    );
  }
  if (!payout.data) {
    return (
      <ErrorState
        error={payout.error}
        safe={t('safe')}
        retrying={payout.isRefetching}
        onRetry={() => void payout.refetch()}
      />
    );
  }
  return (
    <div className="grid gap-5">
      <PayoutState payout={payout.data} />
      <AccountForm holder={payout.data.holder} iban={payout.data.iban} />
    </div>
  );
}

type Payout = Reply<'showPayout'>['data'];

function PayoutState({ payout }: { payout: Payout }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { accounts, missing, minimum_cents: minimum, next_payout: next, last } = payout;
  return (
    <section className="grid gap-2 rounded-lg bg-quiet-2 p-4">
      {accounts.map(({ role, balance_cents: balance, payable_cents: payable }) => (
        <p key={role}>
          <b>{t(`roles.${role}`)}</b>:{' '}
          {t('owed', { balance: format.money(balance), payable: format.money(payable) })}
        </p>
      ))}
      <p className="text-sm text-2">
        {t('rule', { day: format.day(`${next}T12:00:00Z`), minimum: format.money(minimum) })}
      </p>
      {last ? (
        <p className="text-sm text-2">
          {t('last', { amount: format.money(last.amount_cents), state: t(`payoutStates.${last.state}`) })}
        </p>
      ) : null}
      {missing.length > 0 ? (
        <p className="text-sm font-semibold">
          {t('missing')} {missing.map((name) => t(`missingParts.${name}`)).join(', ')}
        </p>
      ) : null}
    </section>
  );
}

function AccountForm({ holder, iban }: { holder: string; iban: string | null }) {
  const { t } = useTranslation('money');
  const save = useSavePayout();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { iban: '', holder },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await save.mutateAsync(values);
      reset({ iban: '', holder: values.holder });
      notify(t('saved'));
    } catch (error) {
      if (!showFieldProblems(error, setError, ['iban', 'holder'])) notifyProblem(error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
      {iban ? <p>{t('current', { iban })}</p> : null}
      <Field
        label={iban ? t('newIban') : t('iban')}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        error={errors.iban?.message}
        {...register('iban')}
      />
      <Field label={t('holder')} autoComplete="name" error={errors.holder?.message} {...register('holder')} />
      <Button type="submit" loading={isSubmitting} className="justify-self-start max-sm:w-full">
        {t('save')}
      </Button>
    </form>
  );
}
