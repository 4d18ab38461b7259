import { useTranslation } from 'react-i18next';
import { useStored } from '../../lib/storage.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Footer } from './landing/footer.tsx';
import { Hero } from './landing/hero.tsx';
import { Kinds } from './landing/kinds.tsx';
import { Now } from './landing/now.tsx';
import { PartnerTile } from './landing/partner-tile.tsx';
import { SellerTile } from './landing/seller-tile.tsx';
import { Steps } from './landing/steps.tsx';
import { TopLine } from './landing/top-line.tsx';
import { useAnchor } from './landing/use-anchor.ts';

export default function Landing() {
  const { t } = useTranslation();
  const [token] = useStored('token');
  const member = token !== null;
  useAnchor();
  return (
    <div className="relative">
      <PageTitle>{t('titles.landing')}</PageTitle>
      <TopLine member={member} />
      <main>
        <Hero member={member} />
        <div className="wrap">
          <Kinds />
          <Steps />
          <Now />
          <div className="grid gap-4 pt-22 lg:gap-6 lg:pt-26 xl:grid-cols-[1.28fr_1fr]">
            <SellerTile member={member} />
            <PartnerTile member={member} />
          </div>
        </div>
      </main>
      <Footer />
    </div>
  );
}
