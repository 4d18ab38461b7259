import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FullPageMessage } from '../ui/full-page-message.tsx';

/** A page that failed, or whose code did not arrive. Both ways out load everything anew. */
export function RouteError() {
  const { t } = useTranslation('errors');
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <FullPageMessage
      overline="500"
      title={t('crashTitle')}
      text={t('crashText')}
      mood="frown"
      actions={
        <>
          <a className={buttonClass({})} href={paths.landing}>
            {t('goHome')}
          </a>
          <Button look="ghost" icon={<IconRefresh aria-hidden="true" />} onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </>
      }
    />
  );
}
