import { problemDecisions } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { CaseGuard } from '../ui/case-guard.tsx';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog, ReasonField } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { PageState } from '../ui/panels.tsx';
import { RefundForm } from './refund-form.tsx';

type Objection = Row<'objections'>;

/** Objections to decisions; decided by somebody else where there is one. */
export default function Objections() {
  const { t } = useTranslation('admin');
  const { time } = useColumns('objections');
  const period = usePeriodFilters();
  const hasRight = useRights();
  const [open, setOpen] = useState<Objection | null>(null);
  return (
    <>
      <ListPage
        resource="objections"
        title={t('menu.objections')}
        columns={[
          { key: 'id', head: t('shared.number'), render: (row) => row.id },
          time('at', t('shared.at'), (row) => row.objected_at, { sort: 'objected_at' }),
          { key: 'user', head: t('objections.by'), render: (row) => row.user_name || '–' },
          { key: 'subject', head: t('objections.about'), render: (row) => row.subject_name },
          { key: 'operator', head: t('objections.decidedBy'), render: (row) => row.operator_name || '–' },
          {
            key: 'state',
            isState: true,
            head: t('shared.state'),
            render: (row) => (
              <span className="inline-flex flex-wrap items-center gap-2 lg:flex-nowrap">
                <Pill tone={row.objection?.outcome ? 'plain' : 'warn'}>
                  {t(`objections.outcomes.${row.objection?.outcome ?? 'open'}`)}
                </Pill>
                <button type="button" className="link min-h-9 text-sm" onClick={() => setOpen(row)}>
                  {t('shared.read')}
                  <span className="sr-only"> {row.id}</span>
                </button>
              </span>
            ),
          },
        ]}
        filters={[
          ...period,
          chooseFrom('state', t('shared.state'), ['open', 'decided'], (value) =>
            t(`objections.states.${value}`),
          ),
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
        <b>{t('objections.decision')}:</b> {isolateWords(objection.reason)}
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
        about={{ kind: 'decision', id: objection.id, right: 'content_reports.decide' }}
        title={t(`objections.actions.${outcome}`)}
        description={words}
        confirmLabel={t(`objections.actions.${outcome}`)}
        isReasonRead
        action={(reason) => call('decideObjection', { params, body: { outcome, reason } })}
        done={t('saved')}
        onClose={onClose}
      />
    );
  return (
    <Sheet open onClose={onClose} title={`${t('objections.objection')} ${objection.id}`} description={words}>
      {canDecide ? (
        <CaseGuard kind="decision" id={objection.id} right="content_reports.decide">
          <div className="grid gap-2 sm:grid-cols-2">
            <Button variant="ghost" onClick={() => setOutcome('upheld')}>
              {t('objections.actions.upheld')}
            </Button>
            <Button variant="danger" onClick={() => setOutcome('reversed')}>
              {t('objections.actions.reversed')}
            </Button>
          </div>
        </CaseGuard>
      ) : (
        <p className="text-sm break-words whitespace-pre-line">
          {objection.objection?.outcome ? (
            <>
              <b>{t(`objections.outcomes.${objection.objection.outcome}`)}:</b>{' '}
              {isolateWords(objection.objection.reason)}
            </>
          ) : (
            t('objections.somebodyElse')
          )}
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
  const query = useRecord('orders', objection.subject_id);
  const order = query.data;
  if (!order || query.error) return <PageState query={query} />;
  return (
    <RefundForm
      order={order}
      decisions={order.can_refund ? problemDecisions : ['nothing']}
      asksGround={false}
      fields={['reason']}
      submit={(decision, { refundedTotalCents }) =>
        call('decideObjection', {
          params: { id: objection.id },
          body: {
            outcome: 'reversed',
            reason: reason.trim(),
            ...(decision !== 'nothing' && { refunded_total_cents: refundedTotalCents }),
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
