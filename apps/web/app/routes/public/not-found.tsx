import { ButtonLink } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { FullPageMessage } from '../layout/route-error.tsx';

export function Component() {
  const { t } = useTranslation('errors');
  return (
    <FullPageMessage
      overline="404"
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      mood="round"
      actions={<ButtonLink to={paths.landing}>{t('goHome')}</ButtonLink>}
    />
  );
}
