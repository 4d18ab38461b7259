import type { Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { RefundForm } from '../support/refund-form.tsx';
import { RecordActions } from '../ui/actions.tsx';
import { ActionDialog, ReasonField } from '../ui/forms.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';
import { OtherTexts, Photos } from './products.tsx';

type AdminContentReport = Reply<'getContentReport'>['data'];
type Objection = Row<'objections'>;

const REPORT_STATES = ['open', 'kept', 'hidden'] as const;
const REPORT_TONES = { open: 'warn', kept: 'plain', hidden: 'bad' } as const;
const SUBJECTS = ['product', 'seller', 'photo', 'review'] as const;

function ReportState({ state }: { state: AdminContentReport['state'] }) {
  const { t } = useTranslation('admin');
  return <Pill tone={REPORT_TONES[state]}>{t(`reports.states.${state}`)}</Pill>;
}

/** What people reported, oldest first. */
export function ContentReports() {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  return (
    <ListPage
      resource="content_reports"
      title={t('menu.content_reports')}
      columns={[
        {
          key: 'id',
          head: t('users.number'),
          render: (row) => (
            <Link to={`/content_reports/${row.id}`} className="underline underline-offset-3">
              {row.id}
            </Link>
          ),
        },
        {
          key: 'created_at',
          head: t('reviews.at'),
          sort: 'created_at',
          render: (row) => formatDateTime(row.created_at),
        },
        {
          key: 'kind',
          head: t('reports.subject'),
          render: (row) => t(`reports.subjects.${row.subject_kind}`),
        },
        { key: 'name', head: t('reports.name'), render: (row) => row.subject_name },
        { key: 'seller', head: t('orders.seller'), render: (row) => row.seller.name },
        { key: 'ground', head: t('reports.ground'), render: (row) => t(`reports.grounds.${row.ground}`) },
        { key: 'state', head: t('orders.state'), render: (row) => <ReportState state={row.state} /> },
      ]}
      filters={[
        { kind: 'day', name: 'from', label: t('list.from') },
        { kind: 'day', name: 'to', label: t('list.to') },
        {
          kind: 'choice',
          name: 'state',
          label: t('orders.state'),
          options: REPORT_STATES.map((value) => ({ value, label: t(`reports.states.${value}`) })),
        },
        {
          kind: 'choice',
          name: 'subject_kind',
          label: t('reports.subject'),
          options: SUBJECTS.map((value) => ({ value, label: t(`reports.subjects.${value}`) })),
        },
      ]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('reports.empty')}
    />
  );
}

/** A report with what it is about; reporter and person concerned read the reason. */
export function ContentReport() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord<AdminContentReport>('content_reports', id);
  const { formatDateTime, formatInteger } = useFormat();
  const report = query.data;
  if (!report || query.error) return <PageState query={query} />;
  const decide = (decision: 'keep' | 'hide') => (reason: string) =>
    call('decideContentReport', { params: { id: report.id }, body: { decision, reason } });
  return (
    <div className="grid gap-4">
      <PageHead
        title={t('reports.title', { id: report.id })}
        state={<ReportState state={report.state} />}
        back={{ to: '/content_reports', label: t('menu.content_reports') }}
        subtitle={`${t(`reports.subjects.${report.subject_kind}`)} · ${report.subject_name} · ${formatDateTime(report.created_at)}`}
        actions={
          report.state === 'open' ? (
            <RecordActions
              actions={[
                {
                  key: 'keep',
                  label: t('reports.keep'),
                  effect: t('reports.effect'),
                  right: 'content_reports.decide',
                  run: decide('keep'),
                },
                {
                  key: 'hide',
                  label: t('catalogue.hide'),
                  effect: t('reports.effect'),
                  right: report.subject_kind === 'seller' ? 'sellers.suspend' : 'content_reports.decide',
                  isDanger: true,
                  run: decide('hide'),
                },
              ]}
            />
          ) : null
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('reports.report')}>
          <Facts>
            <Fact name={t('reports.ground')}>{t(`reports.grounds.${report.ground}`)}</Fact>
            <Fact name={t('reports.reporter')}>
              {report.reporter?.name ?? report.reporter_email ?? t('reports.nobody')}
            </Fact>
            <Fact name={t('reports.earlier')}>{formatInteger(report.earlier_reports)}</Fact>
          </Facts>
          <blockquote className="border-l-3 border-line-strong pl-3 break-words whitespace-pre-line">
            {report.text}
          </blockquote>
        </Panel>
        <Panel title={t('reports.about')}>
          <Facts>
            <Fact name={t(`reports.subjects.${report.subject_kind}`)}>{report.subject_name}</Fact>
            <Fact name={t('orders.seller')}>
              <Link to={`/sellers/${report.seller.id}`} className="link">
                {report.seller.name}
              </Link>
            </Fact>
            <Fact name={t('catalogue.isHidden')}>{t(report.is_hidden ? 'yes' : 'no')}</Fact>
          </Facts>
          {report.subject_text ? (
            <p className="text-sm break-words whitespace-pre-line">{report.subject_text}</p>
          ) : null}
          <OtherTexts texts={report.subject_texts} />
          {report.photos.length > 0 ? <Photos photos={report.photos} name={report.subject_name} /> : null}
        </Panel>
      </div>
    </div>
  );
}

/** Objections to decisions; decided by somebody else where there is one. */
export function Objections() {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  const hasRight = useRights();
  const [open, setOpen] = useState<Objection | null>(null);
  return (
    <>
      <ListPage
        resource="objections"
        title={t('menu.objections')}
        columns={[
          { key: 'id', head: t('users.number'), render: (row) => row.id },
          {
            key: 'at',
            head: t('reviews.at'),
            sort: 'objected_at',
            render: (row) => formatDateTime(row.objected_at),
          },
          { key: 'user', head: t('objections.by'), render: (row) => row.user_name },
          { key: 'subject', head: t('reports.about'), render: (row) => row.subject_name },
          { key: 'operator', head: t('objections.decidedBy'), render: (row) => row.operator_name || '–' },
          {
            key: 'state',
            head: t('orders.state'),
            render: (row) => (
              <span className="inline-flex flex-wrap items-center gap-2 lg:flex-nowrap">
                <Pill tone={row.objection?.outcome ? 'plain' : 'warn'}>
                  {t(`objections.outcomes.${row.objection?.outcome ?? 'open'}`)}
                </Pill>
                <button type="button" className="link min-h-9 text-sm" onClick={() => setOpen(row)}>
                  {t('objections.read')}
                  <span className="sr-only"> {row.id}</span>
                </button>
              </span>
            ),
          },
        ]}
        filters={[
          { kind: 'day', name: 'from', label: t('list.from') },
          { kind: 'day', name: 'to', label: t('list.to') },
          {
            kind: 'choice',
            name: 'state',
            label: t('orders.state'),
            options: (['open', 'decided'] as const).map((value) => ({
              value,
              label: t(`objections.states.${value}`),
            })),
          },
        ]}
        sort={{ field: 'objected_at', order: 'DESC' }}
        emptyText={t('objections.empty')}
      />
      {open ? (
        <ObjectionDialog
          objection={open}
          canDecide={open.can_decide && !open.objection?.outcome && hasRight('content_reports.decide')}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

interface ObjectionDialogProps {
  objection: Objection;
  canDecide: boolean;
  onClose: () => void;
}

function ObjectionDialog({ objection, canDecide, onClose }: ObjectionDialogProps) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const [outcome, setOutcome] = useState<'upheld' | 'reversed' | null>(null);
  const params = { id: objection.id };
  const isAboutOrder = objection.subject_kind === 'order';
  const canRefund = isAboutOrder && hasRight('orders.refund') && hasRight('orders.view');
  const words = (
    <span className="grid gap-2 text-left">
      <span className="break-words whitespace-pre-line">
        <b>{t('objections.decision')}:</b> {objection.reason}
      </span>
      <span className="break-words whitespace-pre-line">
        <b>{t('objections.objection')}:</b> {objection.objection?.text}
      </span>
      {isAboutOrder ? (
        <span>
          {t('objections.money')}{' '}
          {hasRight('orders.view') ? (
            <Link to={`/orders/${objection.subject_id}`} className="link">
              {t('objections.openOrder')}
            </Link>
          ) : null}
        </span>
      ) : null}
    </span>
  );
  if (canDecide && outcome === 'reversed' && canRefund)
    return (
      <Sheet open onClose={onClose} title={t('objections.actions.reversed')} description={words}>
        <ReversedOrder objection={objection} onDone={onClose} />
      </Sheet>
    );
  if (canDecide && outcome)
    return (
      <ActionDialog
        title={t(`objections.actions.${outcome}`)}
        description={words}
        confirmLabel={t(`objections.actions.${outcome}`)}
        reasonHint={t('reason.hint')}
        action={(reason) => call('decideObjection', { params, body: { outcome, reason } })}
        done={t('saved')}
        onClose={onClose}
      />
    );
  return (
    <Sheet open onClose={onClose} title={`${t('objections.objection')} ${objection.id}`} description={words}>
      {canDecide ? (
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="ghost" onClick={() => setOutcome('upheld')}>
            {t('objections.actions.upheld')}
          </Button>
          <Button variant="danger" onClick={() => setOutcome('reversed')}>
            {t('objections.actions.reversed')}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">
          {t(objection.objection?.outcome ? 'objections.isDecided' : 'objections.somebodyElse')}
        </p>
      )}
    </Sheet>
  );
}

/** Reverses a decision about an order and, in the same step, refunds what it should have. */
function ReversedOrder({ objection, onDone }: { objection: Objection; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const [reason, setReason] = useState('');
  const query = useRecord<Reply<'getAdminOrder'>['data']>('orders', objection.subject_id);
  const order = query.data;
  if (!order || query.error) return <PageState query={query} />;
  return (
    <RefundForm
      order={order}
      decisions={order.can_refund ? ['nothing', 'part', 'all'] : ['nothing']}
      asksGround={false}
      fields={['reason']}
      submit={(decision, total) =>
        call('decideObjection', {
          params: { id: objection.id },
          body: {
            outcome: 'reversed',
            reason: reason.trim(),
            ...(decision !== 'nothing' && { refunded_total_cents: total }),
          },
        })
      }
      buttonLabel={(decision, cents) =>
        decision === 'nothing'
          ? t('objections.actions.reversed')
          : t('objections.reverseAndRefund', { amount: formatMoney(cents) })
      }
      done={t('saved')}
      onDone={onDone}
    >
      {(errorOf) => (
        <ReasonField
          label={t('reason.label')}
          hint={t('reason.hint')}
          value={reason}
          onChange={setReason}
          error={errorOf('reason')}
        />
      )}
    </RefundForm>
  );
}
