import type { Reply } from '@wopack/contract/client';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '@wopack/ui/form/choice/segmented-control.tsx';
import { IconBuildingStore, IconClock, IconUserCircle } from '@wopack/ui/icons';
import { ListBase, useListContext } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useMediaQuery, useRecord, useRights } from '../lib/use-console.ts';
import { ReasonField } from '../ui/forms.tsx';
import { ExportButton } from '../ui/list-page.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';
import { RefundForm } from './refund-form.tsx';

type Problem = Reply<'getProblem'>['data'];
type ProblemState = Row<'problems'>['state'];

const STATES: readonly ProblemState[] = ['waiting', 'with_seller', 'answered', 'decided'];

/** The queue, the problem that is open, and its decision; on a phone one after the other. */
export default function Problems() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const { search } = useLocation();
  const isWide = useMediaQuery('(min-width: 992px)');
  const queue = (
    <ListBase
      resource="problems"
      sort={{ field: 'created_at', order: 'ASC' }}
      filterDefaultValues={{ state: 'waiting' }}
      perPage={50}
      storeKey={false}
      debounce={0}
    >
      <Queue openId={id} />
    </ListBase>
  );
  if (!isWide)
    return id ? (
      <div className="grid gap-4">
        <PageHead
          title={t('problem.title', { id })}
          back={{ to: `/problems${search}`, label: t('menu.problems') }}
        />
        <ProblemView key={id} id={Number(id)} isWide={false} />
      </div>
    ) : (
      queue
    );
  return (
    <div className="grid grid-cols-[300px_1fr] items-start gap-4">
      {queue}
      {id ? (
        <ProblemView key={id} id={Number(id)} isWide />
      ) : (
        <p className="py-20 text-center text-muted">{t('problem.choose')}</p>
      )}
    </div>
  );
}

function Queue({ openId }: { openId: string | undefined }) {
  const { t } = useTranslation('admin');
  const { data, error, isPending, refetch, filterValues, setFilters } = useListContext<Row<'problems'>>();
  const { search } = useLocation();
  const { formatMoney } = useFormat();
  const { state } = filterValues as { state?: ProblemState };
  return (
    <div className="grid gap-4">
      <PageHead title={t('menu.problems')} actions={<ExportButton resource="problems" />} />
      <label className="grid gap-1.5 text-sm font-semibold">
        {t('problem.queue')}
        <select
          value={state ?? 'waiting'}
          onChange={({ target }) => setFilters({ state: target.value })}
          className="min-h-11 rounded-sm bg-surface px-3 inset-ring-[1.5px] inset-ring-line-strong"
        >
          {STATES.map((value) => (
            <option key={value} value={value} className="bg-paper text-on-paper">
              {t(`problemStates.${value}`)}
            </option>
          ))}
        </select>
      </label>
      {error ? <InlineError error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? (
        <Loading className="grid gap-2">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </Loading>
      ) : null}
      {data ? (
        <div className="overflow-hidden rounded-md border border-line bg-surface text-sm">
          <ul className="divide-y divide-line">
            {data.map((problem) => (
              <li key={problem.id}>
                <Link
                  to={`/problems/${problem.id}${search}`}
                  aria-current={String(problem.id) === openId ? 'true' : undefined}
                  className="grid grid-cols-[1fr_auto] gap-x-3 px-4 py-3 hover:bg-quiet focus-visible:-outline-offset-3 aria-[current=true]:bg-brand-soft"
                >
                  <b className="truncate">
                    {problem.id} · {problem.buyer.name}
                  </b>
                  <b className="text-right">{formatMoney(problem.price_cents)}</b>
                  <span className="text-muted">
                    {problem.product.name}, {problem.sale_place.name}
                  </span>
                  <WaitingTime minutes={problem.waits_minutes} isLate={problem.state === 'waiting'} />
                </Link>
              </li>
            ))}
          </ul>
          {data.length === 0 ? <p className="p-4 text-muted">{t('problem.none')}</p> : null}
          <p className="border-t border-line p-4 text-xs text-muted">{t('problem.rule')}</p>
        </div>
      ) : null}
    </div>
  );
}

const WaitingTime = ({ minutes, isLate }: { minutes: number | null; isLate: boolean }) => {
  const { t } = useTranslation('admin');
  if (minutes === null) return <span />;
  return (
    <span className={cn('text-right', isLate ? 'font-bold text-urgent' : 'text-muted')}>
      {t('problem.hours', { count: Math.floor(minutes / 60) })}
    </span>
  );
};

function ProblemView({ id, isWide }: { id: number; isWide: boolean }) {
  const { t } = useTranslation('admin');
  const query = useRecord<Problem>('problems', id);
  const { formatDateTime } = useFormat();
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
        <Statement
          icon={<IconBuildingStore />}
          name={t('problem.seller', { name: problem.sale_place.name })}
          at={
            problem.answered_at && problem.answered_by === 'seller' ? formatDateTime(problem.answered_at) : ''
          }
          text={problem.answered_by === 'seller' ? problem.answer : null}
          language={problem.seller_language}
        />
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
    <Panel title={t('problem.decision')}>
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
    </Panel>
  );
}
