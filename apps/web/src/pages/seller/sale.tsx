import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../lib/shell.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SaleBones } from './sale/sale-bones.tsx';
import { SaleView } from './sale/sale-view.tsx';
import { WithPlace } from './with-place.tsx';

/** What was sold when, by place and pack. */
export default function Sale() {
  const { t } = useTranslation();
  useShell({ sunken: true });
  return (
    <div className="gutter py-4 [--quiet-2:var(--surface)] sm:py-7">
      <PageTitle>{t('titles.sale')}</PageTitle>
      <NuqsAdapter>
        <WithPlace title={t('titles.sale')} loading={<SaleBones />}>
          {(_, places) => <SaleView places={places} />}
        </WithPlace>
      </NuqsAdapter>
    </div>
  );
}
