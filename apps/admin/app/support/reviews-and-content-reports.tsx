import type { Reply } from '@wopack/contract/client';
import { contentReportStates, reportedContents } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Stars } from '@wopack/ui/display/rating.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { OtherTexts, Photos, useCommonFilters, Visibility } from '../catalogue/products.tsx';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog, RecordActions } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { CaseDecision, Fact, Facts, PageHead, PageState, Panel, Quote } from '../ui/panels.tsx';

/** A hidden review leaves the average rating. */
export function Reviews() {
  const { t } = useTranslation('admin');
  const { time } = useColumns('reviews');
  const { period, hidden, seller } = useCommonFilters();
  const [chosen, setChosen] = useState<Hideable | null>(null);
  return (
    <>
      <ListPage
        resource="reviews"
        title={t('menu.reviews')}
        columns={[
          { key: 'id', head: t('shared.order'), render: (row) => row.id },
          {
            key: 'stars',
            head: t('reviews.stars'),
            render: (row) => <Stars stars={row.stars} label={t('reviews.of5', { number: row.stars })} />,
          },
          {
            key: 'text',
            head: t('reviews.text'),
            render: (row) => (
              <span className="inline-block max-w-96 whitespace-normal">{row.text || '–'}</span>
            ),
          },
          {
            key: 'reply',
            head: t('reviews.reply'),
            render: (row) =>
              row.reply ? (
                <span className="inline-grid max-w-96 gap-1 whitespace-normal">
                  {row.reply.text}
                  <span className="inline-flex flex-wrap items-center gap-2">
                    <Visibility isHidden={row.reply.is_hidden} label={t('reviews.shown')} />
                    <HideButton
                      review={row}
                      onPress={() =>
                        setChosen({ kind: 'review_reply', id: row.id, isHidden: row.reply!.is_hidden })
                      }
                      label={t(row.reply.is_hidden ? 'reviews.unhideReply' : 'reviews.hideReply')}
                    />
                  </span>
                </span>
              ) : (
                '–'
              ),
          },
          { key: 'author', head: t('reviews.author'), render: (row) => row.author.name },
          {
            key: 'product',
            head: t('shared.product'),
            render: ({ product }) => (
              <Link to={`/products/${product.id}`} className="link">
                {product.name || product.id}
              </Link>
            ),
          },
          time('created_at', t('shared.at'), (row) => row.created_at, { sort: 'created_at' }),
          {
            key: 'state',
            isState: true,
            head: t('shared.state'),
            render: (row) => (
              <span className="inline-flex flex-wrap items-center gap-2 lg:flex-nowrap">
                <Visibility isHidden={row.is_hidden} label={t('reviews.shown')} />
                <HideButton
                  review={row}
                  onPress={() => setChosen({ kind: 'review', id: row.id, isHidden: row.is_hidden })}
                  label={t(row.is_hidden ? 'catalogue.unhide' : 'catalogue.hide')}
                />
              </span>
            ),
          },
        ]}
        filters={[
          ...period,
          seller,
          hidden,
          {
            kind: 'choice',
            name: 'with_text',
            label: t('reviews.withText'),
            options: [{ value: 'yes', label: t('yes') }],
          },
        ]}
        sort={{ field: 'created_at', order: 'DESC' }}
        emptyText={t('reviews.empty')}
      />
      {chosen ? <HideDialog chosen={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

/** A review, or the reply to it. */
interface Hideable {
  kind: 'review' | 'review_reply';
  id: number;
  isHidden: boolean;
}

interface HideButtonProps {
  review: Row<'reviews'>;
  label: string;
  onPress: () => void;
}

function HideButton({ review, label, onPress }: HideButtonProps) {
  const hasRight = useRights();
  if (!hasRight('catalogue.moderate')) return null;
  return (
    <button type="button" className="link min-h-9 text-sm" onClick={onPress}>
      {label}
      <span className="sr-only"> {review.id}</span>
    </button>
  );
}

function HideDialog({ chosen: { kind, id, isHidden }, onClose }: { chosen: Hideable; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const isReply = kind === 'review_reply';
  const [title, effect, name] = isHidden
    ? ([
        t(isReply ? 'reviews.unhideReply' : 'catalogue.unhide'),
        t('catalogue.unhideEffect'),
        isReply ? 'unhideReviewReply' : 'unhideReview',
      ] as const)
    : ([
        t(isReply ? 'reviews.hideReply' : 'catalogue.hide'),
        t(isReply ? 'reviews.hideReplyEffect' : 'reviews.hideEffect'),
        isReply ? 'hideReviewReply' : 'hideReview',
      ] as const);
  return (
    <ActionDialog
      about={{ kind, id, right: 'catalogue.moderate' }}
      title={title}
      description={effect}
      confirmLabel={title}
      isDanger={!isHidden}
      isReasonRead
      action={(reason) => call(name, { params: { id }, body: { reason } })}
      done={t('saved')}
      onClose={onClose}
    />
  );
}

type AdminContentReport = Reply<'getContentReport'>['data'];

const CONTENT_REPORT_TONES = { open: 'warn', kept: 'plain', hidden: 'bad' } as const;

function ContentReportState({ state }: { state: AdminContentReport['state'] }) {
  const { t } = useTranslation('admin');
  return <Pill tone={CONTENT_REPORT_TONES[state]}>{t(`contentReports.states.${state}`)}</Pill>;
}

/** What people reported, oldest first. */
export function ContentReports() {
  const { t } = useTranslation('admin');
  const { time, linkedNumber } = useColumns('content_reports');
  const period = usePeriodFilters();
  return (
    <ListPage
      resource="content_reports"
      title={t('menu.content_reports')}
      columns={[
        linkedNumber(),
        time('created_at', t('shared.at'), (row) => row.created_at, { sort: 'created_at' }),
        {
          key: 'kind',
          head: t('contentReports.subject'),
          render: (row) => t(`contentReports.subjects.${row.subject_kind}`),
        },
        { key: 'name', head: t('contentReports.name'), render: (row) => row.subject_name },
        { key: 'seller', head: t('shared.seller'), render: (row) => row.seller.name },
        {
          key: 'ground',
          head: t('contentReports.ground'),
          render: (row) => t(`contentReports.grounds.${row.ground}`),
        },
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <ContentReportState state={row.state} />,
        },
      ]}
      filters={[
        ...period,
        chooseFrom('state', t('shared.state'), contentReportStates, (value) =>
          t(`contentReports.states.${value}`),
        ),
        chooseFrom('subject_kind', t('contentReports.subject'), reportedContents, (value) =>
          t(`contentReports.subjects.${value}`),
        ),
      ]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('contentReports.empty')}
    />
  );
}

/** A report of content with what it is about; reporter and person concerned read the reason. */
export function ContentReport() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('content_reports', id);
  const hasRight = useRights();
  const { formatDateTime, formatInteger } = useFormat();
  const report = query.data;
  if (!report || query.error) return <PageState query={query} />;
  const decide = (decision: 'keep' | 'hide') => (reason: string) =>
    call('decideContentReport', { params: { id: report.id }, body: { decision, reason } });
  return (
    <div className="grid gap-4">
      <PageHead
        title={t('contentReports.title', { id: report.id })}
        state={<ContentReportState state={report.state} />}
        back={{ to: '/content_reports', label: t('menu.content_reports') }}
        subtitle={`${t(`contentReports.subjects.${report.subject_kind}`)} · ${isolateWords(report.subject_name)} · ${formatDateTime(report.created_at)}`}
        actions={
          report.state === 'open' ? (
            <RecordActions
              about={{ kind: 'content_report', id: report.id }}
              actions={[
                {
                  key: 'keep',
                  label: t('contentReports.keep'),
                  effect: t('contentReports.effect'),
                  right: 'content_reports.decide',
                  run: decide('keep'),
                },
                (report.subject_kind !== 'seller' || hasRight('sellers.suspend')) && {
                  key: 'hide',
                  label: t('catalogue.hide'),
                  effect: t('contentReports.effect'),
                  right: 'content_reports.decide',
                  isDanger: true,
                  run: decide('hide'),
                },
              ]}
            />
          ) : null
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <CaseDecision title={t('case.reversed')} decided={report.reversed} />
          <CaseDecision title={report.reversed ? t('case.before') : undefined} decided={report.decided} />
          <Panel title={t('contentReports.report')}>
            <Facts>
              <Fact name={t('contentReports.ground')}>{t(`contentReports.grounds.${report.ground}`)}</Fact>
              <Fact name={t('contentReports.reporter')}>
                {report.reporter?.name ?? report.reporter_email ?? t('contentReports.nobody')}
              </Fact>
              <Fact name={t('contentReports.earlier')}>{formatInteger(report.earlier_reports)}</Fact>
            </Facts>
            <Quote>{report.text}</Quote>
          </Panel>
        </div>
        <Panel title={t('contentReports.about')}>
          <Facts>
            <Fact name={t(`contentReports.subjects.${report.subject_kind}`)}>{report.subject_name}</Fact>
            <Fact name={t('shared.seller')}>
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
