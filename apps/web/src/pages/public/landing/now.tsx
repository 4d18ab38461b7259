import { Suspense, useState } from 'react';
import { i18n } from '../../../lib/i18n.ts';
import { useReached } from '../../../lib/use-reached.ts';
import { lazyPart, showNothing } from '../../../ui/lazy-part.tsx';
import { NowSpace } from './now-space.tsx';

/** Cards and their texts come when somebody scrolls to them. */
const NowOnSale = lazyPart(async () => {
  const [module] = await Promise.all([import('./now-on-sale.tsx'), i18n.loadNamespaces('offers')]);
  return module;
}, showNothing);

/** What is on sale this moment, between how it works and what it costs. */
export function Now() {
  const [reached, setReached] = useState(false);
  const place = useReached(() => setReached(true), !reached);
  return (
    <div ref={place}>
      {reached ? (
        <Suspense fallback={<NowSpace />}>
          <NowOnSale />
        </Suspense>
      ) : (
        <NowSpace />
      )}
    </div>
  );
}
