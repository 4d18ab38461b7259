import { useTranslation } from 'react-i18next';
import { useStored } from '../../lib/storage/storage.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { LandingFooter } from './landing/footer.tsx';
import { Hero } from './landing/hero.tsx';
import { LandingHeader } from './landing/landing-header.tsx';
import { NowOnSaleSection } from './landing/now-on-sale-section.tsx';
import { PartnerTile } from './landing/partner-tile.tsx';
import { SellerTile } from './landing/seller-tile.tsx';
import { SellerTypes } from './landing/seller-types.tsx';
import { Steps } from './landing/steps.tsx';
import { useHashScroll } from './landing/use-hash-scroll.ts';

export default function LandingPage() {
  const { t } = useTranslation();
  const [token] = useStored('token');
  const isSignedIn = token !== null;
  useHashScroll();
  return (
    <div className="relative">
      <PageTitle>{t('titles.landing')}</PageTitle>
      <LandingHeader isSignedIn={isSignedIn} />
      <main>
        <Hero isSignedIn={isSignedIn} />
        <div className="wrap">
          <SellerTypes />
          <Steps />
          <NowOnSaleSection />
          <div className="grid gap-4 pt-22 lg:gap-6 lg:pt-26 xl:grid-cols-[1.28fr_1fr]">
            <SellerTile isSignedIn={isSignedIn} />
            <PartnerTile isSignedIn={isSignedIn} />
          </div>
        </div>
      </main>
      <LandingFooter />
    </div>
  );
}
