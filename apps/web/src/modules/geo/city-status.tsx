import { useTranslation } from 'react-i18next';
import { problemText } from '../../lib/problems.ts';
import type { useCitySearch } from './use-city-search.ts';

interface Props {
  search: ReturnType<typeof useCitySearch>;
  text: string;
}

/** What the list of cities cannot say itself: that it is on its way, empty, or that no answer came. */
export function CityStatus({ search, text }: Props) {
  const { t } = useTranslation('geo');
  if (search.cities.length > 0 && !search.error) return null;
  return (
    <div className="px-1 text-sm text-2">
      {search.searching ? (
        t('city.searching')
      ) : search.error ? (
        <>
          {problemText(search.error)}{' '}
          <button type="button" className="link min-h-11 px-1" onClick={search.retry}>
            {t('city.again')}
          </button>
        </>
      ) : (
        t('city.none', { text })
      )}
    </div>
  );
}
