import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';

const CancelOrderDialog = lazyWithErrorBoundary(() => import('./cancel-order-dialog.tsx'));

/** The way out of an order, while there is one. */
export function CancelOrderButton({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const [dialogState, setDialogState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  return (
    <>
      <Button variant="danger" className="px-3" onClick={() => setDialogState('open')}>
        {t('cancel.action')}
      </Button>
      {dialogState === 'untouched' ? null : (
        <Suspense fallback={null}>
          <CancelOrderDialog
            order={order}
            open={dialogState === 'open'}
            onClose={() => setDialogState('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
