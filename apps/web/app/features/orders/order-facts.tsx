import { ButtonLink, buttonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Stars } from '@wopack/ui/display/rating.tsx';
import { type FailedQuery, isMissing } from '@wopack/ui/feedback/inline-error.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconClock, IconMessageCircle, IconNavigation, IconPigMoney } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/browser/use-now.ts';
import { useFormat, useFormattedPickupDate } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { DirectionsMenu } from '../../ui/directions-menu.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { type BuyerOrder, getReportStage } from './buyer-orders.api.ts';
import { usePaidText } from './means.ts';

export function OrderFacts({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const pickup = useFormattedPickupDate(order, order.sale_place.time_zone);
  const savedCents = order.old_price === null ? 0 : toCents(order.old_price) - order.price_cents;
  const paidText = usePaidText(order);
  return (
    <ul className="mt-2 grid gap-4 rounded-lg bg-panel p-4 leading-[1.375rem]">
      <Fact iconClass="bg-brand text-on-brand" icon={<IconClock />} title={<Unbroken>{pickup}</Unbroken>}>
        <Unbroken>{order.sale_place.address}</Unbroken>
      </Fact>
      <Fact
        iconClass="bg-save-soft text-save"
        icon={<IconPigMoney />}
        title={savedCents > 0 ? t('saved', { amount: format.formatMoney(savedCents) }) : paidText}
      >
        {savedCents > 0 ? paidText : null}
      </Fact>
    </ul>
  );
}

interface FactProps {
  iconClass: string;
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
}

const Fact = ({ iconClass, icon, title, children }: FactProps) => (
  <li className="flex items-center gap-3">
    <span
      aria-hidden="true"
      className={cn('grid size-11 shrink-0 place-items-center rounded-[14px]', iconClass)}
    >
      {icon}
    </span>
    <div className="min-w-0">
      <p className="font-bold">{title}</p>
      {children ? <p className="text-sm text-muted">{children}</p> : null}
    </div>
  </li>
);

export function OrderDirections({ order, variant }: { order: BuyerOrder; variant: 'primary' | 'soft' }) {
  const { t } = useTranslation('orders');
  return (
    <DirectionsMenu position={order.sale_place} className={buttonVariants({ variant, fullWidth: true })}>
      <IconNavigation />
      {t('directions')}
    </DirectionsMenu>
  );
}

type Report = NonNullable<BuyerOrder['report']>;

/** Where the buyer's report stands, and until when; in the history, where the order's page has the rest. */
export function ReportPill({ order: { report, sale_place: salePlace } }: { order: BuyerOrder }) {
  return report ? <StagePill report={report} timeZone={salePlace.time_zone} /> : null;
}

function StagePill({ report, timeZone }: { report: Report; timeZone: string }) {
  const { t } = useTranslation('orders');
  const { formatUntil } = useFormat();
  const stage = getReportStage(report, useNow(30_000));
  return (
    <Pill
      tone={stage === 'answered' ? 'ok' : 'warn'}
      className="py-1 whitespace-normal!"
      icon={<IconMessageCircle />}
    >
      {t(`report.${stage}`, { until: formatUntil(report.answer_until, timeZone) })}
    </Pill>
  );
}

/** The report on the order's own page: what was said, where it stands, and the answer. */
export function BuyerReportCard({ order }: { order: BuyerOrder }) {
  const { report } = order;
  return report ? <SentReportCard report={report} salePlace={order.sale_place} /> : null;
}

function SentReportCard({ report, salePlace }: ReportAnswerProps) {
  const { t } = useTranslation('orders');
  const { formatDateTime } = useFormat();
  const stage = getReportStage(report, useNow(30_000));
  return (
    <section
      aria-labelledby="report-title"
      className="on-raised grid gap-3 rounded-lg bg-raised p-5 shadow-resting"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h2 id="report-title" className="h3">
          {t('report.title')}
        </h2>
        <p className="text-xs text-muted">
          {t('help.sentAt', { when: formatDateTime(report.created_at, salePlace.time_zone) })}
        </p>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">
        <q lang="">{report.text}</q>
      </p>
      <div role="status" className="grid gap-3">
        <p>
          <StagePill report={report} timeZone={salePlace.time_zone} />
        </p>
        {report.answer ? (
          <ReportAnswer report={report} salePlace={salePlace} />
        ) : stage === 'answered' ? null : (
          <p className="text-sm text-muted">{t(`report.next.${stage}`)}</p>
        )}
      </div>
    </section>
  );
}

/** The order does not exist, belongs to somebody else, or did not load. */
export function OrderLoadError({ query }: { query: FailedQuery }) {
  const { t } = useTranslation('orders');
  const isNotFound = query.error === null || isMissing(query.error);
  return (
    <div className="rounded-lg bg-raised">
      {isNotFound ? (
        <EmptyState
          mood="round"
          title={t('missing.title')}
          action={<ButtonLink to={paths.orderHistory}>{t('missing.action')}</ButtonLink>}
        >
          {t('missing.text')}
        </EmptyState>
      ) : (
        <ErrorState query={query} reassurance={t('safe')} />
      )}
    </div>
  );
}

export function OrderRatingStars({ stars, className }: { stars: number; className?: string }) {
  const { t } = useTranslation('orders');
  return <Stars stars={stars} label={t('rate.given', { count: stars })} className={className} />;
}

interface ReportAnswerProps {
  report: Report;
  salePlace: BuyerOrder['sale_place'];
}

/** What the shop or the operator has answered. */
export function ReportAnswer({ report, salePlace }: ReportAnswerProps) {
  const { t } = useTranslation('orders');
  return (
    <div className="grid gap-1 rounded-md bg-brand-soft p-4">
      <p className="text-xs font-bold">
        {report.answered_by === 'operator'
          ? t('help.answerOfOperator')
          : t('help.answerOf', { place: salePlace.name })}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{report.answer}</p>
    </div>
  );
}
