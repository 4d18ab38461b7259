import { useQuery } from '@tanstack/react-query';
import { cn } from '@wopack/ui/cn.ts';
import { IconChevronRight } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { myPlaceClaimsQuery } from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';

/** While there are claims on sale places, the seller's own or of others. */
export function PlaceClaimsLink() {
  const { t } = useTranslation(['seller', 'common']);
  const { data } = useQuery(myPlaceClaimsQuery());
  if (!data || data.mine.length + data.of_others.length === 0) return null;
  const toAnswer = data.of_others.filter(({ state, answer }) => state === 'open' && answer === null).length;
  return (
    <Link
      to={paths.placeClaims}
      className={cn(
        'flex min-h-14 items-center justify-between gap-4 rounded-lg px-4 py-3 font-semibold sm:px-6',
        toAnswer ? 'bg-urgent-soft' : 'bg-surface',
      )}
    >
      <span>
        {t('common:titles.placeClaims')}
        {toAnswer ? <span className="block text-sm font-normal">{t('claims.toAnswer')}</span> : null}
      </span>
      <IconChevronRight className="size-5 shrink-0" />
    </Link>
  );
}
