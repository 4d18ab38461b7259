import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { TextLink } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { salePlaceImpactQuery } from './impact.api.ts';
import { ImpactFiles, useImpactFormat, WeightNote } from './impact-view.tsx';

/** What came of the packs of a sale place, for everybody. Renders nothing without a month that many bought in. */
export function SalePlaceImpact({ id }: { id: number }) {
  const { t, i18n } = useTranslation('impact');
  const { formatMoney } = useFormat();
  const { formatKilos, formatCount } = useImpactFormat();
  const { data } = useQuery(salePlaceImpactQuery(id, i18n.language));
  if (!data || data.sum.packs === 0) return null;
  const { sum, months, town } = data;
  const { month } = months.at(-1)!;
  return (
    <section aria-labelledby="place-impact" className="grid gap-2 rounded-lg bg-panel p-4 sm:p-6">
      <h2 id="place-impact" className="h2">
        {t('title')}
      </h2>
      <p className="text-pretty">
        {t('sumText', {
          count: sum.packs,
          number: formatCount(sum.packs),
          amount: formatMoney(sum.saved_cents),
        })}{' '}
        {sum.packs_with_weight > 0 ? t('placeWeight', { weight: formatKilos(sum.grams) }) : null}
      </p>
      <WeightNote figures={sum} className="text-sm text-muted" />
      <p className="text-sm text-pretty text-muted">
        {t('method')} {t('placeMonths')}
      </p>
      <ImpactFiles query={{ subject: { publicSalePlaceId: id }, month }} month={month} />
      {town ? (
        <TextLink to={paths.townImpact(town.key)} className="justify-self-start">
          {t('ofTown', { town: isolateWords(town.name) })}
        </TextLink>
      ) : null}
    </section>
  );
}
