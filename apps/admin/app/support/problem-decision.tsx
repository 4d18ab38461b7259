import type { Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { CaseGuard } from '../ui/case-guard.tsx';
import { ActionDialog, ReasonField } from '../ui/forms-and-actions.tsx';
import { Panel } from '../ui/panels.tsx';
import { RefundForm, RefundLimit } from './refund-form.tsx';

export type Problem = Reply<'getProblem'>['data'];

type Side = 'buyer' | 'seller';

export function DecisionPanel({ problem }: { problem: Problem }) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const { formatMoney } = useFormat();
  const [side, setSide] = useState<Side>('buyer');
  const [reasons, setReasons] = useState<Record<Side, string>>({ buyer: '', seller: '' });
  if (problem.state === 'decided')
    return (
      <Panel title={t('problem.decision')}>
        <p className="text-sm break-words whitespace-pre-line">{problem.answer}</p>
      </Panel>
    );
  if (!problem.can_decide || !hasRight('problems.decide')) {
    const reason = problem.can_decide ? 'whoCan' : problem.state === 'answered' ? 'storeAnswered' : 'notYet';
    return (
      <Panel title={t('problem.decision')}>
        <p className="text-sm text-muted">{t(`problem.${reason}`)}</p>
      </Panel>
    );
  }
  const languageOf = { buyer: problem.buyer_language, seller: problem.seller_language };
  return (
    <Panel title={t('problem.decision')} aside={<RefundLimit />}>
      <CaseGuard kind="order" id={problem.id} right="problems.decide">
        <RefundForm
          order={problem}
          decisions={['nothing', 'packs', 'part', 'all']}
          fields={['reason_for_buyer', 'reason_for_seller']}
          submit={(decision, { refundedTotalCents, units, ground }) =>
            call('decideProblem', {
              params: { id: problem.id },
              body: {
                decision: decision === 'packs' ? 'part' : decision,
                ground,
                ...(decision === 'part' && { refunded_total_cents: refundedTotalCents }),
                ...(decision === 'packs' && { packs: problem.returned_quantity + units }),
                reason_for_buyer: reasons.buyer.trim(),
                reason_for_seller: reasons.seller.trim(),
              },
            })
          }
          buttonLabel={(decision, cents) =>
            decision === 'nothing'
              ? t('problem.closeWithout')
              : t('problem.refundAndClose', { amount: formatMoney(cents) })
          }
          done={t('problem.done')}
        >
          {(errorOf) => {
            const missingSide: Side | null = errorOf('reason_for_buyer')
              ? 'buyer'
              : errorOf('reason_for_seller')
                ? 'seller'
                : null;
            return (
              <div className="grid gap-2">
                <SegmentedControl
                  legend={t('problem.readBy')}
                  options={(['buyer', 'seller'] as const).map((value) => ({
                    value,
                    label: `${t(`authors.${value}`)}, ${languageOf[value]}`,
                  }))}
                  value={side}
                  onChange={setSide}
                  className="justify-self-start"
                />
                <ReasonField
                  key={side}
                  label={t('problem.reasonFor', {
                    name: side === 'buyer' ? problem.buyer.name : problem.seller.name,
                    language: t(`languages.${languageOf[side] as 'pt'}`),
                  })}
                  hint={t('problem.reasonHint')}
                  value={reasons[side]}
                  onChange={(text) => setReasons({ ...reasons, [side]: text })}
                  error={errorOf(`reason_for_${side}`)}
                />
                {missingSide && missingSide !== side ? (
                  <FieldError>{t('problem.otherMissing', { side: t(`authors.${missingSide}`) })}</FieldError>
                ) : null}
              </div>
            );
          }}
        </RefundForm>
      </CaseGuard>
      <AskSeller problem={problem} />
    </Panel>
  );
}

/** A question to the seller, one at a time; the decision need not wait for the reply. */
function AskSeller({ problem: { id, can_ask, question_at, seller_language } }: { problem: Problem }) {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [question, setQuestion] = useState('');
  if (question_at)
    return (
      <p className="rounded-sm bg-quiet p-3 text-sm">
        {t('problem.waitsForReply', { at: formatDateTime(question_at) })}
      </p>
    );
  if (!can_ask) return null;
  return (
    <>
      <Button variant="ghost" fullWidth onClick={() => setOpen(true)}>
        {t('problem.ask')}
      </Button>
      {isOpen ? (
        <ActionDialog
          about={{ kind: 'order', id, right: 'problems.decide' }}
          title={t('problem.ask')}
          description={t('problem.askText')}
          confirmLabel={t('problem.askConfirm')}
          fields={['question']}
          action={() => call('askSeller', { params: { id }, body: { question: question.trim() } })}
          done={t('problem.askDone')}
          onDone={() => setQuestion('')}
          onClose={() => setOpen(false)}
        >
          {(errorOf) => (
            <ReasonField
              label={t('problem.question')}
              hint={t('problem.questionHint', { language: t(`languages.${seller_language as 'pt'}`) })}
              value={question}
              onChange={setQuestion}
              error={errorOf('question')}
            />
          )}
        </ActionDialog>
      ) : null}
    </>
  );
}
