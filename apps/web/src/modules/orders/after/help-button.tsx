import { IconMessageCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { MyOrder } from '../my-orders.api.ts';

const HelpSheet = lazyPart(() => import('./help-sheet.tsx'));

/** When something is wrong with an order. */
export function HelpButton({ order }: { order: MyOrder }) {
  const { t } = useTranslation('orders');
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  return (
    <>
      <Button
        look="ghost"
        className="px-3"
        icon={<IconMessageCircle aria-hidden="true" />}
        onClick={() => setState('open')}
      >
        {t('help.action')}
      </Button>
      {state === 'untouched' ? null : (
        <Suspense fallback={null}>
          <HelpSheet order={order} open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
