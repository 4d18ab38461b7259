import { IconList, IconMap2 } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useStored } from '../../../lib/storage/storage.ts';
import { SegmentedControl } from '../../../ui/form/choice/segmented-control.tsx';

export function ViewToggle({ className }: { className?: string }) {
  const { t } = useTranslation('offers');
  const [view, setView] = useOffersView();
  return (
    <SegmentedControl
      isCompact
      legend={t('view.legend')}
      value={view}
      onChange={setView}
      className={className}
      options={[
        { value: 'list', label: t('view.list'), icon: <IconList aria-hidden="true" /> },
        { value: 'map', label: t('view.map'), icon: <IconMap2 aria-hidden="true" /> },
      ]}
    />
  );
}

type View = 'list' | 'map';

/** The view stored last; a URL that names a sale place on the map shows the map. */
export function useOffersView() {
  const [storedView, setStoredView] = useStored('offersView');
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const isSalePlaceRequested = new URLSearchParams(search).has('place');
  const selectView = useCallback(
    (view: View) => {
      setStoredView(view);
      if (isSalePlaceRequested) void navigate(pathname, { replace: true });
    },
    [setStoredView, isSalePlaceRequested, navigate, pathname],
  );
  return [isSalePlaceRequested || storedView === 'map' ? 'map' : 'list', selectView] as const;
}
