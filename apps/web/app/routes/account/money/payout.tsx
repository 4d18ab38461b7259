import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type ReactNode, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { businessQuery } from '../../../features/identity/account/account.api.ts';
import { BusinessForm } from '../../../features/identity/account/business-form.tsx';
import { VerifyEmail } from '../../../features/identity/account/email-address.tsx';
import { ReauthenticationFields } from '../../../features/identity/password/reauthentication-fields.tsx';
import { payoutDetailsQuery, useUpdatePayoutDetails } from '../../../features/ledger/ledger.api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { startUserQueries } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { AccountSubPage, WithCurrentUser } from '../account-sub-page.tsx';

export const loader = () =>
  startUserQueries(() => [queryClient.query(payoutDetailsQuery), queryClient.query(businessQuery)]);

/** Its sections are stacked, so nothing shows before all have loaded or failed. */
export function Component() {
  const { t } = useTranslation(['money', 'account']);
  const payout = useQuery(payoutDetailsQuery);
  const business = useQuery(businessQuery);
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.payout')}</PageTitle>
      <AccountSubPage title={t('titles.payout')}>
        <WithCurrentUser fallback={<PayoutSkeleton />}>
          {(me) =>
            !payout.isFetched || !business.isFetched ? (
              <PayoutSkeleton />
            ) : (
              <div className="grid gap-6">
                <PayoutForm
                  hasPassword={me.has_password}
                  verification={me.email_verified ? null : <VerifyEmail me={me} purpose="payout" />}
                  renderReauthentication={(reauthentication) => (
                    <ReauthenticationFields me={me} purpose="payout" {...reauthentication} />
                  )}
                />
                <section className="grid gap-3.5">
                  <h2 className="h2">{t('account:business.title')}</h2>
                  <BusinessForm />
                </section>
              </div>
            )
          }
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}

const PayoutSkeleton = () => (
  <Loading className="grid gap-6">
    <Skeleton className="h-36 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <Skeleton className="h-[460px] rounded-lg" />
  </Loading>
);

interface ReauthenticationProps {
  usesCode: boolean;
  onUseCode: () => void;
  fieldProps: UseFormRegisterReturn & { error: string | undefined };
}

interface Props {
  /** What comes before a bank account can be saved: the proof of the e-mail address. */
  verification: ReactNode;
  /** Without one the user confirms by code. */
  hasPassword: boolean;
  renderReauthentication: (reauthentication: ReauthenticationProps) => ReactNode;
}

/** The balance, what is missing for a payout, and the account it goes to. */
function PayoutForm({ verification, ...props }: Props) {
  const { t } = useTranslation('money');
  return (
    <QueryState
      query={useQuery(payoutDetailsQuery)}
      loading={
        <Loading className="grid gap-4">
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-[52px] rounded-md" />
        </Loading>
      }
      reassurance={t('safe')}
    >
      {(payout) => (
        <div className="grid gap-5">
          <PayoutSummary payout={payout} />
          {verification ?? <BankAccountForm holder={payout.holder} iban={payout.iban} {...props} />}
        </div>
      )}
    </QueryState>
  );
}

type PayoutDetails = Reply<'getPayoutDetails'>['data'];

function PayoutSummary({ payout }: { payout: PayoutDetails }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const {
    accounts,
    missing,
    minimum_cents: minimum,
    next_payout: nextPayoutDate,
    held_until: blockedUntil,
    last: lastPayout,
  } = payout;
  return (
    <section className="grid gap-2 rounded-lg bg-panel p-4">
      {accounts.map(({ role, balance_cents: balance, payable_cents: payable, held }) => (
        <div key={role} className="grid gap-1">
          <p>
            <b>{t(`roles.${role}`)}</b>:{' '}
            {t('owed', { balance: format.formatMoney(balance), payable: format.formatMoney(payable) })}
          </p>
          {held.length > 0 ? (
            <ul aria-label={t('holds.title')} className="grid list-disc gap-1 pl-5 text-sm text-pretty">
              {held.map((hold) => (
                <li key={`${hold.reason} ${hold.order_id}`}>
                  <b className="tabular-nums">{format.formatMoney(hold.amount_cents)}</b>:{' '}
                  {t(`holds.${hold.reason}`, {
                    id: hold.order_id ?? '',
                    day: hold.until ? format.formatOnDate(hold.until) : '',
                    minimum: format.formatMoney(minimum),
                  })}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ))}
      <p className="text-sm text-muted">
        {t('rule', {
          day: format.formatOnDate(nextPayoutDate),
          minimum: format.formatMoney(minimum),
        })}
      </p>
      {blockedUntil ? (
        <p className="text-sm font-semibold text-pretty">
          {t('held', { day: format.formatOnDate(blockedUntil) })}
        </p>
      ) : null}
      {lastPayout ? (
        <p className="text-sm text-muted">
          {t('last', {
            amount: format.formatMoney(lastPayout.amount_cents),
            state: t(`payoutStates.${lastPayout.state}`),
          })}
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

interface BankAccountFormProps extends Omit<Props, 'verification'> {
  holder: string;
  iban: string | null;
}

function BankAccountForm({ holder, iban, hasPassword, renderReauthentication }: BankAccountFormProps) {
  const { t } = useTranslation('money');
  const updatePayoutDetails = useUpdatePayoutDetails();
  const [usesCode, setUsesCode] = useState(!hasPassword);
  const { register, handleSubmit, setError, clearErrors, setValue, reset, formState } = useForm({
    defaultValues: { iban: '', holder, password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  const credentialField = usesCode ? 'code' : 'password';
  const submit = handleSubmit(async (values) => {
    try {
      await updatePayoutDetails.mutateAsync({
        iban: values.iban,
        holder: values.holder,
        [credentialField]: values[credentialField],
      });
      reset({ iban: '', holder: values.holder, password: '', code: '' });
      setUsesCode(!hasPassword);
      showToast(t('saved'));
    } catch (error) {
      if (!setServerErrors(error, setError, ['iban', 'holder', 'password', 'code'])) showErrorToast(error);
      // The server names both; an error of an unrendered field would block submitting.
      clearErrors(usesCode ? 'password' : 'code');
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
      {iban ? <p>{t('current', { iban })}</p> : null}
      {renderReauthentication({
        usesCode,
        onUseCode: () => {
          setValue('password', '');
          clearErrors('password');
          setUsesCode(true);
        },
        fieldProps: { ...register(credentialField), error: errors[credentialField]?.message },
      })}
      <TextField
        label={iban ? t('newIban') : t('iban')}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        error={errors.iban?.message}
        {...register('iban')}
      />
      <TextField
        label={t('holder')}
        autoComplete="name"
        error={errors.holder?.message}
        {...register('holder')}
      />
      {iban ? <p className="text-sm text-pretty text-muted">{t('changeHolds')}</p> : null}
      <Button type="submit" loading={isSubmitting} className="justify-self-start max-sm:w-full">
        {t('save')}
      </Button>
    </form>
  );
}
