import type { Reply } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconPlus } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog, DownloadButton, RecordActions } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';

type AdminPayoutRun = Reply<'getPayoutRun'>['data'];

const getRunState = (run: Row<'payout_runs'>) => {
  if (run.sent_at === null) return 'made';
  return run.confirmed + run.returned < run.payouts ? 'sent' : 'done';
};
export const PAYOUT_TONES = { made: 'plain', sent: 'info', confirmed: 'ok', returned: 'bad' } as const;
const RUN_TONES = { made: 'warn', sent: 'info', done: 'ok' } as const;

function RunState({ run }: { run: Row<'payout_runs'> }) {
  const { t } = useTranslation('admin');
  const state = getRunState(run);
  return <Pill tone={RUN_TONES[state]}>{t(`payouts.runStates.${state}`)}</Pill>;
}

/** Files for the bank, one a run. */
export function PayoutRuns() {
  const { t } = useTranslation('admin');
  const { time, amount, count, linkedNumber } = useColumns('payout_runs');
  const hasRight = useRights();
  const navigate = useNavigate();
  const [isPreparing, setPreparing] = useState(false);
  return (
    <>
      <ListPage
        resource="payout_runs"
        title={t('menu.payout_runs')}
        note={t('payouts.note')}
        columns={[
          linkedNumber({ sort: 'id' }),
          { key: 'month', head: t('shared.month'), render: (row) => row.month ?? t('payouts.byHand') },
          time('made', t('payouts.made'), (row) => row.created_at),
          time('sent', t('payouts.sentAt'), (row) => row.sent_at),
          count('count', t('payouts.count'), (row) => row.payouts),
          amount('amount', t('payouts.amount'), (row) => row.amount_cents),
          count('returned', t('payouts.returned'), (row) => row.returned),
          { key: 'state', isState: true, head: t('shared.state'), render: (row) => <RunState run={row} /> },
        ]}
        filters={usePeriodFilters()}
        sort={{ field: 'id', order: 'DESC' }}
        emptyText={t('payouts.empty')}
        actions={
          hasRight('payouts.manage') ? (
            <Button variant="brand" size="small" icon={<IconPlus />} onClick={() => setPreparing(true)}>
              {t('payouts.prepare')}
            </Button>
          ) : null
        }
      />
      {isPreparing ? (
        <ActionDialog
          about={{ kind: 'due_payouts', id: 1, right: 'payouts.manage' }}
          title={t('payouts.prepare')}
          description={t('payouts.effects.prepare')}
          confirmLabel={t('payouts.prepare')}
          reasonHint={t('shared.reasonHint')}
          action={(reason) => call('createPayoutRun', { body: { reason } })}
          done={({ data }) => t(data.id === null ? 'payouts.nobodyDue' : 'payouts.prepared')}
          onDone={({ data }) => {
            if (data.id !== null) void navigate(`/payout_runs/${data.id}`);
          }}
          onClose={() => setPreparing(false)}
        />
      ) : null}
    </>
  );
}

/** A run: its file for the bank, and what became of each payout. */
export function PayoutRun() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('payout_runs', id);
  const { formatDateTime, formatMoney, formatInteger } = useFormat();
  const hasRight = useRights();
  const [returned, setReturned] = useState<AdminPayoutRun['items'][number] | null>(null);
  const run = query.data;
  if (!run) return <PageState query={query} />;
  const params = { id: run.id };
  const state = getRunState(run);
  const canManage = hasRight('payouts.manage');
  const doneSteps = state === 'done' ? 3 : run.sent_at ? 2 : 0;
  return (
    <div className="grid gap-4">
      <PageHead
        title={t('payouts.title', { id: run.id })}
        state={<RunState run={run} />}
        back={{ to: '/payout_runs', label: t('menu.payout_runs') }}
        subtitle={`${run.month ?? t('payouts.byHand')} · ${formatDateTime(run.created_at)}`}
        actions={
          <>
            {canManage && run.has_file ? (
              <DownloadButton
                label={t('payouts.download')}
                file={`wopack-payouts-${id}.xml`}
                type="application/xml"
                load={() => call('exportPayoutFile', { params })}
                variant={run.sent_at ? 'ghost' : 'brand'}
              />
            ) : null}

            <RecordActions
              about={{ kind: 'payout_run', id: run.id }}
              actions={[
                state === 'made' && {
                  key: 'sent',
                  label: t('payouts.markSent'),
                  effect: t('payouts.effects.sent'),
                  right: 'payouts.manage',
                  reasonHint: t('shared.reasonHint'),
                  run: (reason) => call('markPayoutRunSent', { params, body: { reason } }),
                },
                state === 'sent' && {
                  key: 'confirm',
                  label: t('payouts.confirm'),
                  effect: t('payouts.effects.confirm'),
                  right: 'payouts.manage',
                  reasonHint: t('shared.reasonHint'),
                  run: (reason) => call('confirmPayoutRun', { params, body: { reason } }),
                },
              ]}
            />
          </>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[360px_1fr]">
        <div className="grid gap-4">
          <Panel title={t('payouts.run')}>
            <Facts>
              <Fact name={t('payouts.count')}>{formatInteger(run.payouts)}</Fact>
              <Fact name={t('payouts.sum')}>{formatMoney(run.amount_cents)}</Fact>
              <Fact name={t('payouts.sentAt')}>{run.sent_at ? formatDateTime(run.sent_at) : '–'}</Fact>
              <Fact name={t('payouts.arrived')}>{formatInteger(run.confirmed)}</Fact>
              <Fact name={t('payouts.returned')}>{formatInteger(run.returned)}</Fact>
            </Facts>
          </Panel>
          <Panel title={t('payouts.next')}>
            <ol className="grid list-decimal gap-2 pl-5 text-sm">
              {(['download', 'sent', 'confirm'] as const).map((step, i) => (
                <li key={step} className={i < doneSteps ? 'text-muted line-through' : undefined}>
                  {t(`payouts.steps.${step}`)}
                </li>
              ))}
            </ol>
          </Panel>
        </div>
        <Panel title={t('payouts.items')}>
          <ul className="grid divide-y divide-line text-sm">
            {run.items.map((payout) => (
              <li
                key={payout.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0"
              >
                <span className="min-w-0">
                  <b className="block break-words">{payout.holder}</b>
                  <span className="text-muted">
                    {t('shared.number')} {payout.id} · {t(`users.roles.${payout.role}`)} · IBAN …{' '}
                    {payout.iban_last4}
                    {payout.return_reason ? ` · ${isolateWords(payout.return_reason)}` : ''}
                    {payout.return_reference ? ` · ${payout.return_reference}` : ''}
                  </span>
                </span>
                <span className="flex flex-wrap items-center gap-3">
                  <b className="tabular-nums">{formatMoney(payout.amount_cents)}</b>
                  <Pill tone={PAYOUT_TONES[payout.state]}>{t(`payouts.states.${payout.state}`)}</Pill>
                  {canManage && (payout.state === 'sent' || payout.state === 'confirmed') ? (
                    <Button
                      variant="ghost"
                      size="small"
                      aria-label={t('payouts.returnOf', { name: payout.holder })}
                      onClick={() => setReturned(payout)}
                    >
                      {t('payouts.return')}
                    </Button>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      {returned ? (
        <ActionDialog
          about={{ kind: 'payout', id: returned.id, right: 'payouts.manage' }}
          title={t('payouts.returnOf', { name: returned.holder })}
          description={t('payouts.effects.return', { amount: formatMoney(returned.amount_cents) })}
          confirmLabel={t('payouts.return')}
          isDanger
          reasonHint={t('payouts.returnHint')}
          reference={
            returned.state === 'confirmed'
              ? { field: 'bank_reference', label: t('payouts.reference'), hint: t('payouts.referenceHint') }
              : null
          }
          action={(reason, reference) =>
            call('returnAdminPayout', {
              params: { id: returned.id },
              body: { reason, ...(reference && { bank_reference: reference }) },
            })
          }
          done={t('saved')}
          onClose={() => setReturned(null)}
        />
      ) : null}
    </div>
  );
}
