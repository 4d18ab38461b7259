import { useMutation, useQuery } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { sandboxAccountOutcomes } from '@wopack/contract/vocabulary';
import { Button, buttonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { isMissing } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { call } from '../../lib/api/api.ts';
import { Component as NotFoundPage } from './not-found.tsx';

type Outcome = Input<'submitSandboxAccount'>['body']['outcome'];

/** Stands for the page of the payment provider where there is only the sandbox. Its link, with the key as fragment, opens it once. */
export function Component() {
  const { t } = useTranslation('payoutSandbox');
  const key = useLocation().hash.slice(1);
  const query = useQuery({
    queryKey: ['payout-sandbox', key],
    queryFn: async () => (await call('openSandboxAccount', { body: { key } })).data,
    // A second time it is not open any more.
    staleTime: 'static',
    retry: false,
  });
  if (isMissing(query.error)) return <NotFoundPage />;
  return (
    <AuthLayout band="slim">
      <PageTitle>{t('title')}</PageTitle>
      <QueryState
        query={query}
        loading={
          <Loading className="grid gap-4">
            <Skeleton className="h-10" />
            <Skeleton className="h-48" />
          </Loading>
        }
      >
        {(account) =>
          account.is_open ? <Form account={account} linkKey={key} /> : <Used backUrl={account.back_url} />
        }
      </QueryState>
    </AuthLayout>
  );
}

function Form({ account, linkKey }: { account: Reply<'openSandboxAccount'>['data']; linkKey: string }) {
  const { t } = useTranslation('payoutSandbox');
  const [outcome, setOutcome] = useState<Outcome>('verified');
  const { mutate: submit, isPending } = useMutation({
    mutationFn: async () => {
      const { back_url: url } = (await call('submitSandboxAccount', { body: { key: linkKey, outcome } }))
        .data;
      location.assign(url);
    },
    onError: showErrorToast,
  });
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-2">
        <h1 className="d1">{t('title')}</h1>
        <p className="text-pretty text-muted">{t(`text.${account.kind}`)}</p>
      </div>
      <ChoiceTiles legend={t('legend')} value={outcome} onChange={setOutcome}>
        {sandboxAccountOutcomes.map((name) => (
          <ChoiceTile key={name} value={name}>
            {t(`outcomes.${name}`)}
          </ChoiceTile>
        ))}
      </ChoiceTiles>
      <Button type="submit" loading={isPending}>
        {t('submit')}
      </Button>
      <a href={account.back_url} className="link inline-flex min-h-11 items-center justify-self-center">
        {t('later')}
      </a>
    </form>
  );
}

const Used = ({ backUrl }: { backUrl: string }) => {
  const { t } = useTranslation('payoutSandbox');
  return (
    <div className="grid gap-4">
      <h1 className="d1">{t('used.title')}</h1>
      <p className="text-pretty text-muted">{t('used.text')}</p>
      <a href={backUrl} className={cn(buttonVariants())}>
        {t('used.again')}
      </a>
    </div>
  );
};
