import { IconMessageCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';

const HelpSheet = lazyWithErrorBoundary(() => import('./help-sheet.tsx'));

/** When something is wrong with an order. */
export function HelpButton({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const [dialogState, setDialogState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  return (
    <>
      <Button
        variant="ghost"
        className="px-3"
        icon={<IconMessageCircle aria-hidden="true" />}
        onClick={() => setDialogState('open')}
      >
        {t('help.action')}
      </Button>
      {dialogState === 'untouched' ? null : (
        <Suspense fallback={null}>
          <HelpSheet order={order} open={dialogState === 'open'} onClose={() => setDialogState('closed')} />
        </Suspense>
      )}
    </>
  );
}
