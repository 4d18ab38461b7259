import type { Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { SegmentedControl } from '@wopack/ui/form/choice/segmented-control.tsx';
import { formatOrdinal } from '@wopack/ui/format.ts';
import { IconBuildingStore, IconClock, IconMessageCircle, IconUserCircle } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../lib/api.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { ActionDialog, ReasonField } from '../ui/forms.tsx';
import { Fact, Facts, PageState, Panel } from '../ui/panels.tsx';
import { RefundForm, RefundLimit } from './refund-form.tsx';

type Problem = Reply<'getProblem'>['data'];

export function ProblemView({ id, isWide }: { id: number; isWide: boolean }) {
  const { t, i18n } = useTranslation('admin');
  const query = useRecord<Problem>('problems', id);
  const { formatDateTime } = useFormat();
  /** Which hour since the report an instant is in: '75th', and in other languages '75'. */
  const nameHour = (reportedAt: string, at: string): string => {
    const hour = Math.floor((Date.parse(at) - Date.parse(reportedAt)) / 3_600_000) + 1;
    return i18n.language === 'en' ? formatOrdinal(hour, 'en') : String(hour);
  };
  const problem = query.data;
  if (!problem) return <PageState query={query} />;
  const waitedHours = problem.waits_minutes === null ? null : Math.floor(problem.waits_minutes / 60);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[1fr_340px]">
      <Panel
        title={isWide ? t('problem.title', { id: problem.id }) : t('problem.both')}
        aside={
          waitedHours === null ? (
            t(`problemStates.${problem.state}`)
          ) : (
            <Pill
              tone={problem.state === 'waiting' ? 'urgent' : 'plain'}
              icon={<IconClock aria-hidden="true" />}
            >
              {t('problem.waits', { count: waitedHours })}
            </Pill>
          )
        }
      >
        <p className="text-sm text-muted">
          {t('problem.order')}{' '}
          <Link to={`/orders/${problem.id}`} className="link">
            {problem.id}
          </Link>{' '}
          · {problem.product.name} · {problem.sale_place.name} ·{' '}
          {problem.collected_at
            ? t('problem.collected', { at: formatDateTime(problem.collected_at) })
            : t(`orderStates.${problem.order_state}`)}
        </p>
        <Statement
          icon={<IconUserCircle />}
          name={t('problem.buyer', { name: problem.buyer.name })}
          at={formatDateTime(problem.created_at)}
          text={problem.text}
          language={problem.buyer_language}
        >
          {problem.photo ? (
            <a href={problem.photo.path} target="_blank" rel="noopener" className="block max-w-sm">
              <img
                src={problem.photo.path}
                srcSet={problem.photo.srcset || undefined}
                sizes="(min-width: 992px) 380px, 100vw"
                alt={t('problem.photo')}
                className="w-full rounded-sm bg-quiet"
              />
            </a>
          ) : null}
        </Statement>
        {problem.messages.some(({ author }) => author === 'seller') ? null : (
          <Statement
            icon={<IconBuildingStore />}
            name={t('problem.seller', { name: problem.sale_place.name })}
            at={
              problem.answered_at && problem.answered_by === 'seller'
                ? formatDateTime(problem.answered_at)
                : ''
            }
            text={problem.answered_by === 'seller' ? problem.answer : null}
            language={problem.seller_language}
          />
        )}
        {problem.messages.map(({ author, text, created_at: at }) => (
          <Statement
            key={at}
            icon={author === 'seller' ? <IconBuildingStore /> : <IconMessageCircle />}
            name={
              author === 'seller'
                ? t('problem.seller', { name: problem.sale_place.name })
                : t('events.question')
            }
            at={`${formatDateTime(at)}, ${t('problem.inHour', { hour: nameHour(problem.created_at, at) })}`}
            text={text}
            language={problem.seller_language}
          />
        ))}
        <div className="grid gap-2.5 border-t border-line pt-4 text-sm">
          <Facts>
            <Fact name={t('problem.ofBuyer')}>
              {t('problem.counts', { orders: problem.buyer_orders, problems: problem.buyer_problems })}
            </Fact>
            <Fact name={t('problem.ofSeller')}>
              {t('problem.counts', { orders: problem.seller_orders, problems: problem.seller_problems })}
            </Fact>
          </Facts>
          <p>
            <span className="block text-muted">{t('problem.description')}</span>
            <span className="break-words whitespace-pre-line">{problem.product_description || '–'}</span>
          </p>
        </div>
      </Panel>
      <DecisionPanel problem={problem} />
    </div>
  );
}

interface StatementProps {
  icon: ReactNode;
  name: string;
  at: string;
  /** Null: has not answered. */
  text: string | null;
  language: string;
  children?: ReactNode;
}

/** One side's words. */
function Statement({ icon, name, at, text, language, children }: StatementProps) {
  const { t } = useTranslation('admin');
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center gap-x-2 text-sm font-bold [&_svg]:size-5">
        <span aria-hidden="true">{icon}</span>
        {name}
        <span className="font-normal text-muted">{text === null ? t('problem.noAnswer') : at}</span>
      </h3>
      {text === null ? null : (
        <blockquote
          lang={language}
          className="border-l-3 border-line-strong pl-3 break-words whitespace-pre-line"
        >
          {text}
        </blockquote>
      )}
      {children}
    </section>
  );
}

type Side = 'buyer' | 'seller';

function DecisionPanel({ problem }: { problem: Problem }) {
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
  if (!problem.can_decide || !hasRight('problems.decide'))
    return (
      <Panel title={t('problem.decision')}>
        <p className="text-sm text-muted">{t(problem.can_decide ? 'problem.whoCan' : 'problem.notYet')}</p>
      </Panel>
    );
  const languageOf = { buyer: problem.buyer_language, seller: problem.seller_language };
  return (
    <Panel title={t('problem.decision')} aside={<RefundLimit />}>
      <RefundForm
        order={problem}
        decisions={['nothing', 'part', 'all']}
        fields={['reason_for_buyer', 'reason_for_seller']}
        submit={(decision, total, ground) =>
          call('decideProblem', {
            params: { id: problem.id },
            body: {
              decision,
              ground,
              ...(decision === 'part' && { refunded_total_cents: total }),
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
