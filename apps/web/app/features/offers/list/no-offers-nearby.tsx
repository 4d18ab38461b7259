import { ButtonLink } from '@wopack/ui/button.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconMapPin } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { withNextPath } from '../../../lib/session/next-path.ts';

/** `nearestDistance`: metres to the nearest offer elsewhere. */
export default function NoOffersNearby({ nearestDistance }: { nearestDistance?: number }) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      mood="asleep"
      title={t('none.title')}
      action={
        <ButtonLink
          to={withNextPath(paths.changeCity, pathname + search)}
          icon={<IconMapPin aria-hidden="true" />}
        >
          {t('none.action')}
        </ButtonLink>
      }
    >
      {nearestDistance === undefined
        ? t('none.text')
        : t('none.far', { distance: format.formatDistance(nearestDistance) })}
    </EmptyState>
  );
}
