import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { centsFromHundredths } from '@wopack/domain';
import { Button, TextLink } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type ReactNode, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { overviewQuery } from '../../../features/affiliates/affiliates.api.ts';
import { businessQuery } from '../../../features/identity/account/account.api.ts';
import { BusinessForm } from '../../../features/identity/account/business-form.tsx';
import { VerifyEmail } from '../../../features/identity/account/email-address.tsx';
import { ReauthenticationFields } from '../../../features/identity/password/reauthentication-fields.tsx';
import { payoutDetailsQuery, useUpdatePayoutDetails } from '../../../features/ledger/ledger.api.ts';
import { payoutAccountQuery } from '../../../features/ledger/payout-account.api.ts';
import { PayoutAccountPanel } from '../../../features/ledger/payout-account-panel.tsx';
import { ProviderTransfers } from '../../../features/ledger/provider-transfers.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { type Me, startUserQueries } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { AccountSubPage, WithCurrentUser } from '../account-sub-page.tsx';

export const loader = () =>
  startUserQueries(() => [
    queryClient.query(payoutDetailsQuery(null)),
    queryClient.query(businessQuery(null)),
  ]);

export function Component() {
  const { t } = useTranslation('money');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.payout')}</PageTitle>
      <AccountSubPage title={t('titles.payout')} isWide>
        <PayoutSections businessId={null} />
      </AccountSubPage>
    </div>
  );
}

/**
 * What is owed to the user, or to a business, where it is paid, and who is paid. Its sections are stacked, so nothing shows
 * before all have loaded or failed.
 */
export function PayoutSections({
  businessId,
  renderPanel = (sections) => sections,
}: {
  businessId: number | null;
  /** Around the sections where the operator pays; those of the provider are panels themselves. */
  renderPanel?: (sections: ReactNode) => ReactNode;
}) {
  const payout = useQuery(payoutDetailsQuery(businessId));
  const business = useQuery(businessQuery(businessId));
  return (
    <WithCurrentUser fallback={<PayoutSkeleton />}>
      {(me) =>
        !payout.isFetched || !business.isFetched ? (
          <PayoutSkeleton />
        ) : payout.data?.way ? (
          <ConnectedPayout me={me} payout={payout.data} businessId={businessId} />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {renderPanel(<OperatorPayout me={me} businessId={businessId} />)}
            <FormerProvider businessId={businessId} />
          </div>
        )
      }
    </WithCurrentUser>
  );
}

/** The payment provider pays. What is owed from before is still paid by the operator, to the account that is entered here. */
function ConnectedPayout({
  me,
  payout,
  businessId,
}: {
  me: Me;
  payout: PayoutDetails;
  businessId: number | null;
}) {
  const { t } = useTranslation('payoutAccount');
  const account = useQuery(payoutAccountQuery(businessId));
  const isOwed = payout.iban !== null || payout.accounts.some(({ balance_cents: cents }) => cents !== 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <QueryState query={account} loading={<Skeleton className="h-96 rounded-lg" />}>
        {(data) =>
          me.email_verified ? (
            <>
              <PayoutAccountPanel account={data} businessId={businessId} />
              {data.started_at ? (
                <ProviderTransfers
                  businessId={businessId}
                  providerName={t(`providers.${data.provider}`)}
                  transactionsPath={businessId ? paths.businessTransactions : paths.transactions}
                />
              ) : null}
            </>
          ) : (
            <section className="rounded-lg bg-surface p-4 sm:p-6">
              <VerifyEmail me={me} purpose="payout" />
            </section>
          )
        }
      </QueryState>
      {isOwed ? (
        <details className="rounded-lg bg-surface p-4 sm:p-6">
          <summary className="cursor-pointer py-2.5 font-bold">{t('before.title')}</summary>
          <p className="mb-5 max-w-[70ch] text-sm text-pretty text-muted">{t('before.text')}</p>
          <OperatorPayout me={me} businessId={businessId} />
        </details>
      ) : (
        <section className="grid gap-3.5 rounded-lg bg-surface p-4 sm:p-6">
          <BusinessDetails me={me} businessId={businessId} />
        </section>
      )}
    </div>
  );
}

/** The provider paid before: what it still has goes to the account there, which may lack something. */
function FormerProvider({ businessId }: { businessId: number | null }) {
  const { t } = useTranslation('payoutAccount');
  const account = useQuery(payoutAccountQuery(businessId)).data;
  if (!account?.started_at) return null;
  const provider = t(`providers.${account.provider}`);
  return (
    <details className="rounded-lg bg-panel p-4 sm:p-6" open={account.state !== 'verified' || undefined}>
      <summary className="cursor-pointer py-2.5 font-bold">{t('formerly.title', { provider })}</summary>
      <p className="mb-5 max-w-[70ch] text-sm text-pretty text-muted">{t('formerly.text', { provider })}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <PayoutAccountPanel account={account} businessId={businessId} />
        <ProviderTransfers
          businessId={businessId}
          providerName={provider}
          transactionsPath={businessId ? paths.businessTransactions : paths.transactions}
        />
      </div>
    </details>
  );
}

function BusinessDetails({ me, businessId }: { me: Me; businessId: number | null }) {
  const { t } = useTranslation('account');
  return (
    <>
      <h2 className="h2">{t(businessId || me.is_owner ? 'business.title' : 'business.partnerTitle')}</h2>
      <BusinessForm businessId={businessId} />
    </>
  );
}

function OperatorPayout({ me, businessId }: { me: Me; businessId: number | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2 lg:gap-x-10">
      <PayoutForm
        me={me}
        businessId={businessId}
        hasPassword={me.has_password}
        verification={me.email_verified ? null : <VerifyEmail me={me} purpose="payout" />}
        renderReauthentication={(reauthentication) => (
          <ReauthenticationFields me={me} purpose="payout" {...reauthentication} />
        )}
      />
      <section className="grid gap-3.5">
        <BusinessDetails me={me} businessId={businessId} />
      </section>
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
  fieldProps: UseFormRegisterReturn & { error: string | undefined; hint: string };
}

interface Props {
  me: Me;
  businessId: number | null;
  /** What comes before a bank account can be saved: the proof of the e-mail address. */
  verification: ReactNode;
  /** Without one the user confirms by code. */
  hasPassword: boolean;
  renderReauthentication: (reauthentication: ReauthenticationProps) => ReactNode;
}

/** The balances, what is missing for a payout, and the account it goes to. */
function PayoutForm({ me, verification, ...props }: Props) {
  const { businessId } = props;
  const { t } = useTranslation('money');
  return (
    <QueryState
      query={useQuery(payoutDetailsQuery(businessId))}
      loading={
        <Loading className="grid gap-4">
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-[52px] rounded-md" />
        </Loading>
      }
      reassurance={t('safe')}
    >
      {(payout) => (
        <>
          <div className="grid gap-6 lg:col-span-2">
            <PayoutSummary payout={payout} me={me} businessId={businessId} />
          </div>
          <section className="grid gap-3.5">
            <h2 className="h2">{t('account')}</h2>
            {verification ?? <BankAccountForm holder={payout.holder} iban={payout.iban} {...props} />}
          </section>
        </>
      )}
    </QueryState>
  );
}

type PayoutDetails = Reply<'getPayoutDetails'>['data'];
type PayoutAccount = PayoutDetails['accounts'][number];

const NO_EARNINGS = { balance_cents: 0, payable_cents: 0, held: [], last: null };

/** What the user is owed in each role, and when it is paid. */
function PayoutSummary({
  payout,
  me,
  businessId,
}: { payout: PayoutDetails } & Pick<Props, 'me' | 'businessId'>) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { accounts, missing, held_until: blockedUntil } = payout;
  const findAccount = (role: PayoutAccount['role']) => accounts.find((account) => account.role === role);
  const sellerAccount = findAccount('seller');
  const partnerAccount = findAccount('partner');
  const isPartner = businessId === null && (me.is_partner || partnerAccount !== undefined);
  const isSeller = me.is_owner || sellerAccount !== undefined || !isPartner;
  return (
    <>
      {isSeller ? (
        <SellerEarnings
          payout={payout}
          account={sellerAccount ?? { role: 'seller', ...NO_EARNINGS }}
          statementsPath={businessId ? paths.businessStatements : paths.statements}
          hasHeading={isPartner}
        />
      ) : null}
      {isPartner ? (
        <PartnerEarnings
          payout={payout}
          account={partnerAccount ?? { role: 'partner', ...NO_EARNINGS }}
          hasHeading={isSeller}
        />
      ) : null}
      {blockedUntil || missing.length > 0 ? (
        <div className="grid max-w-[640px] gap-2 rounded-lg bg-brand-soft px-4 py-3.5 text-sm font-semibold text-pretty">
          {blockedUntil ? <p>{t('held', { day: format.formatOnDate(blockedUntil) })}</p> : null}
          {missing.length > 0 ? (
            <p>
              {t('missing')} {missing.map((name) => t(`missingParts.${name}`)).join(', ')}
            </p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

interface EarningsProps {
  payout: PayoutDetails;
  account: PayoutAccount;
  hasHeading: boolean;
}

function SellerEarnings({
  payout,
  account,
  hasHeading,
  statementsPath,
}: EarningsProps & { statementsPath: string }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const nextPayout = { day: format.formatOnDate(payout.next_payout) };
  return (
    <section className="grid gap-3" aria-label={t('roles.seller')}>
      {hasHeading ? <h2 className="h2">{t('roles.seller')}</h2> : null}
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3 lg:gap-5">
        <PayoutFigure
          name={t('figures.balance')}
          cents={account.balance_cents}
          note={t('figures.balanceNote')}
        />
        <PayoutFigure
          name={t('card.payable')}
          cents={account.payable_cents}
          note={t('figures.payableNote', nextPayout)}
        />
        <PreparedFigure last={account.last} />
      </dl>
      <HoldList account={account} minimum={payout.minimum_cents} />
      <p className="max-w-[70ch] text-sm text-pretty text-muted">
        {t('rule', { ...nextPayout, minimum: format.formatMoney(payout.minimum_cents) })}
      </p>
      <p>
        <TextLink to={statementsPath} className="text-sm">
          {t('titles.statements')}
        </TextLink>
      </p>
    </section>
  );
}

/** From the order to the bank: pending, approved, credited, prepared. */
function PartnerEarnings({ payout, account, hasHeading }: EarningsProps) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const overview = useQuery(overviewQuery);
  const nextPayout = format.formatOnDate(payout.next_payout);
  return (
    <section className="grid gap-3" aria-label={t('roles.partner')}>
      {hasHeading ? <h2 className="h2">{t('roles.partner')}</h2> : null}
      <QueryState query={overview} loading={<Skeleton className="h-28 rounded-lg" />} isInline>
        {({ pending_hundredths: pending, approved_hundredths: approved, next_credit: nextCredit }) => (
          <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
            <PayoutFigure
              name={t('figures.pending')}
              // With the approved ones it is the month's sum, which is rounded once.
              cents={centsFromHundredths(pending + approved) - centsFromHundredths(approved)}
              note={t('figures.pendingNote')}
            />
            <PayoutFigure
              name={t('figures.approved')}
              cents={centsFromHundredths(approved)}
              note={t('figures.approvedNote', { day: format.formatOnDate(nextCredit) })}
            />
            <PayoutFigure
              name={t('figures.credited')}
              cents={account.balance_cents}
              note={
                account.balance_cents < 0
                  ? t('figures.creditedNegative')
                  : account.balance_cents === 0
                    ? t('figures.creditedNone')
                    : t('figures.creditedNote', { day: nextPayout })
              }
            />
            <PreparedFigure last={account.last} />
          </dl>
        )}
      </QueryState>
      <HoldList account={account} minimum={payout.minimum_cents} />
      <p className="max-w-[70ch] text-sm text-pretty text-muted">
        {t('partnerRule', { day: nextPayout, minimum: format.formatMoney(payout.minimum_cents) })}
      </p>
      <p className="flex flex-wrap gap-x-6">
        <TextLink to={paths.affiliate} className="text-sm">
          {t('partnerShares')}
        </TextLink>
        <TextLink to={paths.statements} className="text-sm">
          {t('titles.statements')}
        </TextLink>
      </p>
    </section>
  );
}

const PayoutFigure = ({ name, cents, note }: { name: string; cents: number; note: string }) => {
  const { formatMoney } = useFormat();
  return (
    <div className="grid content-start gap-1 rounded-lg bg-panel p-4 lg:p-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-display text-[clamp(1.125rem,.6rem+2.2vw,1.625rem)] leading-[1.15] font-bold tracking-[-.03em]">
        {formatMoney(cents)}
      </dd>
      <dd className="text-xs text-pretty text-muted">{note}</dd>
    </div>
  );
};

/** On its way to the bank; else nothing, with what became of the last one. */
function PreparedFigure({ last }: { last: PayoutAccount['last'] }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const state = last?.state;
  const step = state === 'made' || state === 'sent' ? state : null;
  return (
    <PayoutFigure
      name={t('figures.prepared')}
      cents={last && step ? last.amount_cents : 0}
      note={
        last === null
          ? t('figures.preparedNone')
          : step
            ? t(`figures.preparedNote.${step}`)
            : t('last', {
                amount: format.formatMoney(last.amount_cents),
                state: t(`payoutStates.${last.state}`),
              })
      }
    />
  );
}

/** What is not paid out, and why. */
function HoldList({ account: { role, held }, minimum }: { account: PayoutAccount; minimum: number }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  if (held.length === 0) return null;
  return (
    <ul aria-label={t('holds.title')} className="grid list-disc gap-1 pl-5 text-sm text-pretty">
      {held.map((hold) => (
        <li key={`${hold.reason} ${hold.order_id}`}>
          <b className="tabular-nums">{format.formatMoney(hold.amount_cents)}</b>:{' '}
          {t(
            role === 'partner' && hold.reason === 'minimum' ? 'holds.minimumPartner' : `holds.${hold.reason}`,
            {
              id: hold.order_id ?? '',
              day: hold.until ? format.formatOnDate(hold.until) : '',
              minimum: format.formatMoney(minimum),
            },
          )}
        </li>
      ))}
    </ul>
  );
}

interface BankAccountFormProps extends Omit<Props, 'me' | 'verification'> {
  holder: string;
  iban: string | null;
}

function BankAccountForm({
  businessId,
  holder,
  iban,
  hasPassword,
  renderReauthentication,
}: BankAccountFormProps) {
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
        ...(businessId && { business_id: businessId }),
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
      {renderReauthentication({
        usesCode,
        onUseCode: () => {
          setValue('password', '');
          clearErrors('password');
          setUsesCode(true);
        },
        fieldProps: {
          ...register(credentialField),
          error: errors[credentialField]?.message,
          hint: t('proofHint'),
        },
      })}
      {iban ? <p className="text-sm text-pretty text-muted">{t('changeHolds')}</p> : null}
      <Button type="submit" loading={isSubmitting} className="justify-self-start max-sm:w-full">
        {t('save')}
      </Button>
    </form>
  );
}
