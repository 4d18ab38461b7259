import type { Reply } from '@wopack/contract/client';
import { countAnswers, getPromisedOfTen } from '@wopack/domain';
import { TextLink } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import type { OfferDetail } from '../offers.api.ts';

type ValueFigureCounts = NonNullable<OfferDetail['value_answers']>;

type ValueShare = NonNullable<Reply<'getSalePlace'>['data']['value_share']>;

interface Props {
  /** A pack has the counts, a sale place has none. */
  trust: Pick<OfferDetail, 'value_answers' | 'reliability'> & { value_share?: ValueShare };
  /** What the pack is said to be worth; null on the page of a sale place, which has several. */
  valueCents: number | null;
}

/** Words with the counts beneath: whether packs were worth their value, and how many orders were kept. */
export function TrustFigures({ trust, valueCents }: Props) {
  const { t } = useTranslation('offer');
  const { value_answers: value, value_share: share, reliability } = trust;
  const hasValue = value !== undefined || share !== undefined;
  if (!hasValue && !reliability) return null;
  return (
    <section aria-label={t('trust.label')} className="grid gap-4 rounded-lg bg-quiet p-4.5">
      {value ? <ValueWords value={value} valueCents={valueCents} /> : null}
      {share ? <ValueShareWords share={share} /> : null}
      {hasValue && reliability ? <hr className="border-line" /> : null}
      {reliability ? <ReliabilityWords reliability={reliability} /> : null}
      <TextLink to={paths.figures} className="justify-self-start text-sm">
        {t('trust.how')}
      </TextLink>
    </section>
  );
}

function ValueWords({ value, valueCents }: { value: ValueFigureCounts; valueCents: number | null }) {
  const { t } = useTranslation('offer');
  const { formatValue } = useFormat();
  const { more, about, less, days } = value;
  const count = countAnswers(value);
  return (
    <div className="grid gap-2">
      <PromisedOfTen number={getPromisedOfTen(value)!} />
      <PartsBar
        parts={[
          [more, 'bg-text'],
          [about, 'bg-brand'],
          [less, 'bg-line-strong'],
        ]}
      />
      <p className="text-sm text-pretty text-muted">
        {valueCents === null ? null : `${t('trust.worth', { amount: formatValue(valueCents) })} `}
        {t('trust.said', { more, about, less })} {t('trust.people', { count })}{' '}
        {t('trust.days', { count: days })}
      </p>
    </div>
  );
}

function ValueShareWords({ share: { of_ten: number, days } }: { share: ValueShare }) {
  const { t } = useTranslation('offer');
  return (
    <div className="grid gap-2">
      <PromisedOfTen number={number} />
      <PartsBar
        parts={[
          [number, 'bg-brand'],
          [10 - number, 'bg-line-strong'],
        ]}
      />
      <p className="text-sm text-pretty text-muted">
        {t('trust.allPacks')} {t('trust.days', { count: days })}
      </p>
    </div>
  );
}

function PromisedOfTen({ number }: { number: number }) {
  const { t } = useTranslation('offer');
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="d2">{t('trust.ofTen', { number })}</span>{' '}
      <span className="font-semibold">{t('trust.promised')}</span>
    </p>
  );
}

const PartsBar = ({ parts }: { parts: readonly (readonly [part: number, className: string])[] }) => (
  <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full">
    {parts.map(([part, className]) =>
      part > 0 ? <span key={className} className={className} style={{ flexGrow: part }} /> : null,
    )}
  </div>
);

type Reliability = NonNullable<OfferDetail['reliability']>;

function ReliabilityWords({ reliability }: { reliability: Reliability }) {
  const { t } = useTranslation('offer');
  const { formatDayOfMonth } = useFormat();
  const { orders, kept, cancelled, last_cancelled_at: lastAt, last_cancelled: when } = reliability;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="d2">{t('trust.keptOf', { kept, orders })}</span>{' '}
        <span className="font-semibold">{t('trust.kept')}</span>
      </p>
      <p className="text-sm text-pretty text-muted">
        {cancelled === 0 || lastAt === null || when === null
          ? t('trust.noneCancelled')
          : `${t('trust.cancelled', { count: cancelled })} ${t(`trust.last.${when}`, { date: formatDayOfMonth(lastAt) })}`}
        {cancelled > 0 && orders - kept > cancelled ? ` ${t('trust.weighs', { lost: orders - kept })}` : null}
      </p>
    </div>
  );
}

/** Photos by buyers that the seller shows. Renders nothing without any. */
export function ExamplePhotos({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offer');
  const { formatDayOfMonth } = useFormat();
  if (!offer.examples?.length) return null;
  return (
    <section className="grid gap-3">
      <h2 className="h3">{t('trust.examples')}</h2>
      <ul className="grid grid-cols-2 gap-x-2.5 gap-y-3 sm:grid-cols-3">
        {offer.examples.map(({ photo, collected_on: date }) => (
          <li key={photo.path} className="grid content-start gap-1.5">
            <Photo
              photo={photo}
              alt={t('trust.exampleAlt', { date: formatDayOfMonth(`${date}T12:00:00Z`) })}
              sizes="(min-width: 36rem) 200px, 50vw"
              className="rounded-lg"
            />
            <span aria-hidden="true" className="text-xs text-muted">
              {t('trust.example', { date: formatDayOfMonth(`${date}T12:00:00Z`) })}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('trust.examplesNote')}</p>
    </section>
  );
}
