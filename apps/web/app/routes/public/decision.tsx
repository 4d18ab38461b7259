import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, type Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, isMissing } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Component as NotFoundPage } from './not-found.tsx';

type Decision = Reply<'getDecision'>['data'];

/**
 * What an operator decided, to the person it concerns or who reported: target of the link in the mail about it, whose
 * fragment is its key.
 */
export function Component() {
  const { t } = useTranslation('decision');
  const key = useLocation().hash.slice(1);
  const query = useQuery({
    queryKey: ['decision', key],
    queryFn: async ({ signal }) => (await call('getDecision', { body: { key }, signal })).data,
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
            <Skeleton className="h-32" />
          </Loading>
        }
      >
        {(decision) => (
          <DecisionView decision={decision} linkKey={key} onChange={() => void query.refetch()} />
        )}
      </QueryState>
    </AuthLayout>
  );
}

interface DecisionViewProps {
  decision: Decision;
  linkKey: string;
  onChange: () => void;
}

function DecisionView({ decision, linkKey, onChange }: DecisionViewProps) {
  const { t } = useTranslation('decision');
  const { formatDay, formatMoney } = useFormat();
  const { objection } = decision;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h1 className="d1">{t('title')}</h1>
        <p className="text-muted">
          {t(`subjects.${decision.subject_kind}`)}: <b className="text-text">{decision.subject_name}</b> ·{' '}
          {formatDay(decision.at)}
        </p>
      </div>
      <Paper title={t(`outcomes.${decision.outcome}`)}>
        {decision.amount_cents ? <b>{formatMoney(decision.amount_cents)}</b> : null}
        <p className="wrap-anywhere whitespace-pre-line">{decision.reason}</p>
        {decision.decided_alone ? <DecidedAlone /> : null}
      </Paper>
      {objection ? (
        <>
          <Paper title={t('objection.yours', { day: formatDay(objection.at) })}>
            <p className="wrap-anywhere whitespace-pre-line">{objection.text}</p>
          </Paper>
          {objection.outcome ? (
            <Paper title={t(`objection.${objection.outcome}`)}>
              <p className="wrap-anywhere whitespace-pre-line">{objection.reason}</p>
              {objection.decided_alone ? <DecidedAlone /> : null}
            </Paper>
          ) : (
            <p role="status" className="text-pretty text-muted">
              {t('objection.waits')}
            </p>
          )}
        </>
      ) : null}
      {decision.can_object ? <ObjectionForm linkKey={linkKey} onSent={onChange} /> : null}
    </div>
  );
}

/** Whom it concerns decides only where nobody else can. */
function DecidedAlone() {
  const { t } = useTranslation('decision');
  return <p className="text-sm text-pretty text-muted">{t('alone')}</p>;
}

const Paper = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2 rounded-md bg-panel p-4">
    <h2 className="h3">{title}</h2>
    {children}
  </section>
);

/** Once, in the person's own words; another operator reads it. */
function ObjectionForm({ linkKey: key, onSent }: { linkKey: string; onSent: () => void }) {
  const { t } = useTranslation('decision');
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('objectToDecision', { body: { key, text: text.trim() } }),
    onSuccess: onSent,
  });
  const fieldError = error instanceof ApiError ? error.errors.text?.[0] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        label={t('objection.label')}
        hint={t('objection.hint')}
        error={fieldError}
        required
        length={{ used: text.trim().length, max: 2000 }}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {error && !fieldError ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
      <Button type="submit" fullWidth loading={isPending}>
        {t('objection.send')}
      </Button>
    </form>
  );
}
