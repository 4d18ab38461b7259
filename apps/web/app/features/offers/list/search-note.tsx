import type { Reply } from '@wopack/contract/client';
import { getLocale } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';

/** What a text was taken for, if it says more than words to be found, and what of it matches nothing. */
export function SearchNote({ search }: { search: Reply<'listOffers'>['search'] | undefined }) {
  const { t, i18n } = useTranslation('offers');
  const { formatDistance } = useFormat();
  const formatList = (names: string[]) =>
    new Intl.ListFormat(getLocale(i18n.language), { type: 'conjunction' }).format(names);
  if (!search) return null;
  const { day, hours, diets, free_of: freeOf, order, text, dropped, radius } = search;
  const conditions = [
    ...(day ? [t(`days.${day}`)] : []),
    ...(hours ? [t(`hours.${hours}`)] : []),
    ...diets.map((diet) => t(`diets.${diet}`)),
    ...(freeOf.length
      ? [t('freeOf', { list: formatList(freeOf.map((name) => t(`allergens.${name}`))) })]
      : []),
    ...(order ? [t(`orders.${order}`)] : []),
    ...(radius ? [t('understood.within', { distance: formatDistance(radius) })] : []),
  ];
  const shown = [...(text ? [text] : []), ...conditions].join(' · ');
  const hasHealthCondition = freeOf.length > 0 || diets.some((diet) => diet.endsWith('_free'));
  if (dropped.length === 0 && conditions.length === 0) return null;
  return (
    <div role="status" className="mb-4 grid gap-1 text-sm text-muted sm:mb-6">
      <p>
        {dropped.length > 0
          ? t('understood.dropped', { dropped: dropped.join(' '), shown: shown || t('all') })
          : t('understood.shown', { shown })}
      </p>
      {hasHealthCondition ? <p>{t('understood.ask')}</p> : null}
    </div>
  );
}
