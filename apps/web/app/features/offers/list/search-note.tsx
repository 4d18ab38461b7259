import type { Reply } from '@wopack/contract/client';
import { TextButton } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';

interface Props {
  search: Reply<'listOffers'>['search'] | undefined;
  /** Searches for the text as it is typed. */
  onExact: () => void;
}

/**
 * What a text was taken for, if it says more than words to be found, what of it matches nothing, and how near what is
 * listed is, if the list ends there.
 */
export function SearchNote({ search, onExact }: Props) {
  const { t } = useTranslation('offers');
  const { formatDistance, formatList } = useFormat();
  if (!search) return null;
  const { day, hours, from, until, diets, free_of: freeOf, order, text, radius, similar } = search;
  const typedWords = similar.map(({ typed }) => typed);
  const dropped = search.dropped.filter((part) => !typedWords.includes(part));
  const typed = typedWords.join(' ');
  const conditions = [
    ...(day ? [t(`days.${day}`)] : []),
    ...(hours ? [t(`hours.${hours}`)] : []),
    ...(from ? [t('hours.from', { time: from })] : []),
    ...(until ? [t('hours.until', { time: until })] : []),
    ...diets.map((diet) => t(`diets.${diet}`)),
    ...(freeOf.length
      ? [t('freeOf', { list: formatList(freeOf.map((name) => t(`allergens.${name}`))) })]
      : []),
    ...(order ? [t(`orders.${order}`)] : []),
    ...(radius ? [t('understood.within', { distance: formatDistance(radius) })] : []),
  ];
  const shown = [...(text ? [text] : []), ...conditions].join(' · ');
  const hasHealthCondition = freeOf.length > 0 || diets.some((diet) => diet.endsWith('_free'));
  if (search.dropped.length === 0 && conditions.length === 0) return null;
  return (
    <div role="status" className="mb-4 grid gap-1 text-sm text-muted sm:mb-6">
      {similar.length > 0 ? (
        <p>
          {t('understood.similar', { typed, used: similar.map(({ used }) => used).join(' ') })}{' '}
          <TextButton onClick={onExact}>{t('understood.exact', { typed })}</TextButton>
        </p>
      ) : null}
      {dropped.length > 0 ? (
        <p>{t('understood.dropped', { dropped: dropped.join(' '), shown: shown || t('all') })}</p>
      ) : conditions.length > 0 ? (
        <p>{t('understood.shown', { shown })}</p>
      ) : null}
      {hasHealthCondition ? <p>{t('understood.ask')}</p> : null}
    </div>
  );
}
