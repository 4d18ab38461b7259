import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/button.tsx';

interface Props {
  loading: boolean;
  onPress: () => void;
  /** Under the search and the chips of a phone. */
  belowControls: boolean;
}

/** The person moved the map: pins and list are still those of before. */
export function SearchHereButton({ loading, onPress, belowControls }: Props) {
  const { t } = useTranslation('map');
  return (
    <Button
      size="small"
      loading={loading}
      onClick={onPress}
      icon={<IconRefresh className="size-5" aria-hidden="true" />}
      className={cn(
        'absolute! left-1/2 z-10 min-h-11! -translate-x-1/2 rounded-full! shadow-floating',
        belowControls ? 'top-[148px]' : 'top-6',
      )}
    >
      {t('searchHere')}
    </Button>
  );
}
