import { Suspense, useState } from 'react';
import { useInView } from '../../../lib/browser/use-in-view.ts';
import { i18n } from '../../../lib/i18n/i18n.ts';
import { EmptyFallback, lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';
import { NowOnSalePlaceholder } from './now-on-sale-placeholder.tsx';

/** Cards and their texts come when somebody scrolls to them. */
const NowOnSale = lazyWithErrorBoundary(async () => {
  const [module] = await Promise.all([import('./now-on-sale.tsx'), i18n.loadNamespaces('offers')]);
  return module;
}, EmptyFallback);

/** What is on sale this moment, between how it works and what it costs. */
export function NowOnSaleSection() {
  const [isInView, setInView] = useState(false);
  const sectionRef = useInView(() => setInView(true), !isInView);
  return (
    <div ref={sectionRef}>
      {isInView ? (
        <Suspense fallback={<NowOnSalePlaceholder />}>
          <NowOnSale />
        </Suspense>
      ) : (
        <NowOnSalePlaceholder />
      )}
    </div>
  );
}
