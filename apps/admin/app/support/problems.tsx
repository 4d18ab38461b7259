import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '@wopack/ui/form/choice/segmented-control.tsx';
import { formatOrdinal } from '@wopack/ui/format.ts';
import { IconBuildingStore, IconClock, IconMessageCircle, IconUserCircle } from '@wopack/ui/icons';
import { ListBase, useListContext } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import { dashboardQuery } from '../lib/data-provider.ts';
import type { ListMeta, Row } from '../lib/resources.ts';
import { useFormat, useMediaQuery, useRecord, useRights } from '../lib/use-console.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { ActionDialog, ReasonField } from '../ui/forms.tsx';
import { ExportButton, Pages } from '../ui/list-page.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';
import { RefundForm, RefundLimit } from './refund-form.tsx';

type Problem = Reply<'getProblem'>['data'];
type ProblemState = Row<'problems'>['state'];

const FIRST_QUEUE = { state: 'waiting' } as const;

const buildQueuePath = (state: ProblemState): string =>
  state === FIRST_QUEUE.state
    ? '/problems'
    : `/problems?${new URLSearchParams({ filter: JSON.stringify({ state }), sort: 'created_at', order: 'DESC' })}`;

/** The queue, the problem that is open, and its decision; on a phone one after the other. */
export default function Problems() {
  return (
    <ListBase
      resource="problems"
      sort={{ field: 'created_at', order: 'ASC' }}
      filterDefaultValues={FIRST_QUEUE}
      perPage={50}
      storeKey={false}
      debounce={0}
    >
      <QueueAndProblem />
    </ListBase>
  );
}

function QueueAndProblem() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const { search } = useLocation();
  const isWide = useMediaQuery('(min-width: 992px)');
  const { data, isPlaceholderData, filterValues } = useListContext<Row<'problems'>>();
  const position = usePosition(id);
  const { state } = filterValues as { state?: ProblemState };
  if (!isWide && id)
    return (
      <div className="grid gap-4">
        <PageHead
          title={t('problem.title', { id })}
          subtitle={position}
          back={{ to: `/problems${search}`, label: t('menu.problems') }}
        />
        <ProblemView key={id} id={Number(id)} isWide={false} />
      </div>
    );
  const first = isPlaceholderData ? undefined : data?.[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title={t('menu.problems')}
        subtitle={state === 'waiting' ? t('problem.longest') : null}
        actions={<ExportButton resource="problems" />}
      />
      <FilterBar
        base={FIRST_QUEUE}
        filters={[
          {
            kind: 'choice',
            name: 'state',
            label: t('problem.atStore'),
            options: (['with_seller', 'answered'] as const).map((value) => ({
              value,
              label: t(`problemStates.${value}`),
            })),
          },
          {
            kind: 'record',
            name: 'seller_id',
            label: t('problem.ofSeller'),
            show: (seller) => data?.find((row) => row.seller.id === Number(seller))?.seller.name ?? seller,
          },
          { kind: 'day', name: 'from', label: t('list.from') },
          { kind: 'day', name: 'to', label: t('list.to') },
        ]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[300px_minmax(0,1fr)]">
        <Queue openId={id} state={state} />
        {isWide && id ? <ProblemView key={id} id={Number(id)} isWide /> : null}
      </div>
      {isWide && !id && first ? <Navigate to={`/problems/${first.id}${search}`} replace /> : null}
    </div>
  );
}

/** '3rd of 4 in the queue'; undefined when the open problem is not on the page of the queue. */
function usePosition(id: string | undefined): string | undefined {
  const { t, i18n } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const { data, meta, page, perPage } = useListContext<Row<'problems'>>();
  const { total } = (meta ?? {}) as Partial<ListMeta>;
  const index = data?.findIndex((problem) => String(problem.id) === id) ?? -1;
  if (index < 0 || typeof total !== 'number') return undefined;
  const place = formatOrdinal((page - 1) * perPage + index + 1, i18n.language);
  return t('problem.position', { place, total: formatInteger(total) });
}

interface QueueProps {
  openId: string | undefined;
  state: ProblemState | undefined;
}

function Queue({ openId, state }: QueueProps) {
  const { t } = useTranslation('admin');
  const { data, error, isPending, refetch } = useListContext<Row<'problems'>>();
  const { search } = useLocation();
  const { formatMoney } = useFormat();
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-md border border-line bg-surface text-sm">
        <QueueTabs state={state} />
        {error ? (
          <div className="p-4">
            <InlineError error={error} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {isPending && !error ? (
          <Loading className="grid gap-2 p-4">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </Loading>
        ) : null}
        {data ? (
          <>
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
                    {problem.question_at || problem.seller_message_at ? (
                      <span className="col-span-2 font-semibold">
                        {t(problem.question_at ? 'problem.asked' : 'problem.wrote')}
                      </span>
                    ) : null}
                  </Link>
                </li>
              ))}
            </ul>
            {data.length === 0 ? (
              <p className="p-4 text-muted">
                {t(state === 'decided' ? 'problem.noneDecided' : 'problem.none')}
              </p>
            ) : null}
            <p className="border-t border-line p-4 text-xs text-muted">{t('problem.rule')}</p>
          </>
        ) : null}
      </div>
      <Pages />
    </div>
  );
}

/** The two queues; what is still at the store is in the filters. */
function QueueTabs({ state }: Pick<QueueProps, 'state'>) {
  const { t } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const { data: dashboard } = useQuery(dashboardQuery);
  const count = dashboard?.tasks.find(({ kind }) => kind === 'problems')?.count ?? 0;
  return (
    <nav aria-label={t('problem.queues')} className="flex gap-4 border-b border-line px-4">
      {(['waiting', 'decided'] as const).map((value) => (
        <Link
          key={value}
          to={buildQueuePath(value)}
          aria-current={value === state ? 'page' : undefined}
          className="-mb-px grid min-h-11 items-center border-b-3 border-transparent font-medium text-muted focus-visible:-outline-offset-3 hover:text-text aria-[current=page]:border-brand aria-[current=page]:font-semibold aria-[current=page]:text-text"
        >
          {value === 'waiting' ? t('problem.waiting', { total: formatInteger(count) }) : t('problem.decided')}
        </Link>
      ))}
    </nav>
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
