import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { referredSellerQuery } from './affiliates.api.ts';
import { ReferredUserStats } from './referred-user-list.tsx';
import { ShareList } from './share-list.tsx';

/** On a seller's page: what the seller brings the partner who referred them; nothing for other visitors. */
export default function ReferredSellerSection({ sellerId }: { sellerId: number }) {
  const { t } = useTranslation('partner');
  const { data: seller } = useQuery(referredSellerQuery(sellerId));
  if (!seller) return null;
  return (
    <section aria-labelledby="partner-block" className="grid gap-3 rounded-lg bg-sunken p-4 sm:p-5">
      <h2 id="partner-block" className="h2">
        {t('sellers.block')}
      </h2>
      <ReferredUserStats user={seller} narrow />
      <div className="rounded-lg bg-surface p-4">
        <h3 id="partner-shares" className="h3 mb-1">
          {t('shares.title')}
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section aria-labelledby="partner-shares" tabIndex={0} className="max-h-96 overflow-y-auto">
          <ShareList filter={{ side: 'seller', person_id: sellerId }} />
        </section>
      </div>
    </section>
  );
}
