import { IconChevronLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';

interface Props {
  /** What the form is sent with. */
  nextLabel: 'next' | 'send';
  isBusy: boolean;
  /** Missing on the first step. */
  onPrevious?: () => void;
}

/** Prev and Next below the form; on phones they stay in sight. */
export function WizardFooter({ nextLabel, isBusy, onPrevious }: Props) {
  const { t } = useTranslation('seller');
  return (
    <div className="sticky bottom-0 z-10 -mx-[var(--gutter)] mt-auto flex justify-between gap-3 border-t border-line bg-bg px-[var(--gutter)] pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:px-0 sm:pt-4 sm:pb-0">
      {onPrevious ? (
        <Button variant="ghost" icon={<IconChevronLeft aria-hidden="true" />} onClick={onPrevious}>
          {t('wizard.prev')}
        </Button>
      ) : null}
      <Button type="submit" loading={isBusy} className="ml-auto max-sm:flex-1 sm:min-w-[200px]">
        {t(`wizard.${nextLabel}`)}
      </Button>
    </div>
  );
}
