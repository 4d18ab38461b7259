import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { MyOrder } from '../my-orders.api.ts';

const CancelSheet = lazyPart(() => import('./cancel-sheet.tsx'));

/** The way out of an order, while there is one. */
export function CancelOrder({ order }: { order: MyOrder }) {
  const { t } = useTranslation('orders');
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  return (
    <>
      <Button look="danger" className="px-3" onClick={() => setState('open')}>
        {t('cancel.action')}
      </Button>
      {state === 'untouched' ? null : (
        <Suspense fallback={null}>
          <CancelSheet order={order} open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
