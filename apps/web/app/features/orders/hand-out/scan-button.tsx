import { IconQrcode } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';

/** The camera and what reads codes: fetched when somebody scans. */
const ScanSheet = lazyWithErrorBoundary(() => import('./scan-sheet.tsx'));

/** Opens the camera for the code on a ticket, and answers its PIN. */
export function ScanButton({ disabled, onPin }: { disabled: boolean; onPin: (pin: string) => void }) {
  const { t } = useTranslation('seller');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        fullWidth
        disabled={disabled}
        icon={<IconQrcode aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('scan.action')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ScanSheet
            onClose={() => setIsOpen(false)}
            onPin={(pin) => {
              setIsOpen(false);
              onPin(pin);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
