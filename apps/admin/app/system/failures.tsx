import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useAction, useFormat, useRights } from '../lib/use-console.ts';
import { usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, useColumns } from '../ui/list-table.tsx';
import { Fact, Facts } from '../ui/panels.tsx';

interface FailureSheetProps {
  title: string;
  cause: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Null: trying again is not possible, and `whyNot` says so. */
  retry: (() => Promise<unknown>) | null;
  whyNot?: string;
  giveUp: (reason: string) => Promise<unknown>;
  giveUpEffect: string;
  onClose: () => void;
}

/** Something that failed: its cause in full, and the two ways out. */
function FailureSheet({
  title,
  cause,
  facts,
  retry,
  whyNot,
  giveUp,
  giveUpEffect,
  onClose,
}: FailureSheetProps) {
  const { t } = useTranslation('admin');
  const canManage = useRights()('system.manage');
  const [isGivingUp, setGivingUp] = useState(false);
  const { run, isRunning } = useAction(() => retry!(), { done: t('failures.retried'), onDone: onClose });
  if (isGivingUp)
    return (
      <ActionDialog
        about={null}
        title={t('failures.giveUp')}
        description={giveUpEffect}
        confirmLabel={t('failures.giveUp')}
        isDanger
        reasonHint={t('shared.reasonHint')}
        action={giveUp}
        done={t('failures.givenUp')}
        onClose={onClose}
      />
    );
  return (
    <Sheet open onClose={onClose} title={title}>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      <div className="grid gap-1">
        <h3 className="text-sm font-bold">{t('failures.cause')}</h3>
        <pre className="rounded-sm bg-quiet p-3 text-xs break-words whitespace-pre-wrap">{cause || '–'}</pre>
      </div>
      {canManage ? (
        <>
          {retry ? null : <p className="text-sm text-muted">{whyNot}</p>}
          <div className="grid gap-2 sm:grid-cols-2">
            {retry ? (
              <Button variant="brand" loading={isRunning} onClick={() => run(undefined)}>
                {t('failures.retry')}
              </Button>
            ) : null}
            <Button variant="danger" onClick={() => setGivingUp(true)}>
              {t('failures.giveUp')}
            </Button>
          </div>
        </>
      ) : (
        <p className="text-sm text-muted">{t('failures.whoCan')}</p>
      )}
    </Sheet>
  );
}

const Cause = ({ text }: { text: string }) => (
  <span className="inline-block max-w-80 truncate align-bottom max-lg:whitespace-normal">{text || '–'}</span>
);

function OpenButton({ label, onOpen }: { label: string; onOpen: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Button variant="ghost" size="small" aria-label={t('failures.openOf', { name: label })} onClick={onOpen}>
      {t('failures.open')}
    </Button>
  );
}

/** Background jobs whose tries are used up. */
export function FailedJobs() {
  const { t } = useTranslation('admin');
  const { time, count } = useColumns('jobs');
  const { formatDateTime, formatInteger } = useFormat();
  const [shown, setShown] = useState<Row<'jobs'> | null>(null);
  const columns: Column<'jobs'>[] = [
    {
      key: 'queue',
      head: t('failures.queue'),
      render: (row) => <span className="font-mono text-xs break-all">{row.queue}</span>,
    },
    time('failed', t('failures.failedAt'), (row) => row.failed_at, { sort: 'failed_at' }),
    time('created', t('failures.createdAt'), (row) => row.created_at),
    count('tries', t('failures.tries'), (row) => row.tries),
    { key: 'cause', head: t('failures.cause'), render: (row) => <Cause text={row.cause} /> },
    {
      key: 'open',
      head: t('failures.open'),
      render: (row) => <OpenButton label={row.queue} onOpen={() => setShown(row)} />,
    },
  ];
  return (
    <>
      <ListPage
        resource="jobs"
        title={t('menu.jobs')}
        note={t('failures.jobsNote')}
        columns={columns}
        filters={[{ kind: 'text', name: 'queue', label: t('failures.queue') }]}
        sort={{ field: 'failed_at', order: 'DESC' }}
        emptyText={t('failures.noJobs')}
      />
      {shown ? (
        <FailureSheet
          title={shown.queue}
          cause={shown.cause}
          facts={[
            [t('failures.failedAt'), formatDateTime(shown.failed_at)],
            [t('failures.tries'), formatInteger(shown.tries)],
          ]}
          retry={() => call('retryJob', { params: { job: shown.id } })}
          giveUp={(reason) => call('giveUpJob', { params: { job: shown.id }, body: { reason } })}
          giveUpEffect={t('failures.giveUpJob')}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  );
}

/** Mails that no server took. */
export function FailedMails() {
  const { t } = useTranslation('admin');
  const { time, count } = useColumns('mails');
  const period = usePeriodFilters();
  const { formatDateTime, formatInteger } = useFormat();
  const [shown, setShown] = useState<Row<'mails'> | null>(null);
  const columns: Column<'mails'>[] = [
    { key: 'recipient', head: t('failures.recipient'), render: (row) => row.recipient },
    { key: 'subject', head: t('failures.subject'), render: (row) => <Cause text={row.subject} /> },
    time('failed', t('failures.failedAt'), (row) => row.failed_at, { sort: 'failed_at' }),
    count('tries', t('failures.tries'), (row) => row.tries),
    { key: 'cause', head: t('failures.cause'), render: (row) => <Cause text={row.cause} /> },
    {
      key: 'open',
      head: t('failures.open'),
      render: (row) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {row.can_retry ? null : <Pill tone="bad">{t('failures.expired')}</Pill>}
          <OpenButton label={row.recipient} onOpen={() => setShown(row)} />
        </span>
      ),
    },
  ];
  return (
    <>
      <ListPage
        resource="mails"
        title={t('menu.mails')}
        note={t('failures.mailsNote')}
        columns={columns}
        filters={[...period, { kind: 'text', name: 'q', label: t('failures.recipient') }]}
        sort={{ field: 'failed_at', order: 'DESC' }}
        emptyText={t('failures.noMails')}
      />
      {shown ? (
        <FailureSheet
          title={shown.subject}
          cause={shown.cause}
          facts={[
            [t('failures.recipient'), shown.recipient],
            [t('failures.failedAt'), formatDateTime(shown.failed_at)],
            [t('failures.tries'), formatInteger(shown.tries)],
          ]}
          retry={shown.can_retry ? () => call('retryMail', { params: { id: shown.id } }) : null}
          whyNot={t('failures.expiredText')}
          giveUp={(reason) => call('giveUpMail', { params: { id: shown.id }, body: { reason } })}
          giveUpEffect={t('failures.giveUpMail')}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  );
}
