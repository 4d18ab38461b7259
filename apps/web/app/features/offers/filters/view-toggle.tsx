import { IconList, IconMap2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { useOffersView } from './use-offers-view.ts';

/** List or map. */
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
