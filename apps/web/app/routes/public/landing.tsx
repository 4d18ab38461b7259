import { ButtonLink } from '@wopack/ui/button.tsx';
import { useInView } from '@wopack/ui/element-observers.ts';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigationType } from 'react-router';
import { paths, withNextPath } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { FoodIcon } from '../../ui/images/food-icon.tsx';
import { LanguageButtons, LanguageSelect } from '../../ui/language-picker.tsx';
import { Hero, LandingFooter, Steps } from './landing/hero.tsx';
import { PartnerTile, SellerTile } from './landing/landing-tiles.tsx';
import { NowOnSale } from './landing/now-on-sale.tsx';

/** The height of the loaded content, so that nothing below shifts. */
const nowOnSalePlaceholder = <div aria-hidden="true" className="h-[530px] lg:h-[505px]" />;

/** Directly below the hero. Requested, as its texts, when it is in view. */
function NowOnSaleSection() {
  const [isInView, setInView] = useState(false);
  const sectionRef = useInView(() => setInView(true), !isInView);
  return (
    <div ref={sectionRef}>
      {isInView ? (
        <Suspense fallback={nowOnSalePlaceholder}>
          <NowOnSale placeholder={nowOnSalePlaceholder} />
        </Suspense>
      ) : (
        nowOnSalePlaceholder
      )}
    </div>
  );
}

const SALE_PLACE_TYPES = ['bakery', 'restaurant', 'supermarket', 'hotel', 'gas_station'] as const;

function SalePlaceTypes() {
  const { t } = useTranslation('landing');
  return (
    <ul
      aria-label={t('types.label')}
      className="flex flex-wrap gap-2.5 pt-10 text-sm font-semibold lg:justify-between lg:pt-16 lg:text-base"
    >
      {SALE_PLACE_TYPES.map((type) => (
        <li key={type}>
          <Link
            to={`${paths.offers}?${new URLSearchParams({ search: t(`typeSearches.${type}`) })}`}
            className="flex min-h-11 items-center gap-1.5 rounded-full bg-sunken py-1.5 pr-3.5 pl-2 lg:gap-2.5 lg:bg-transparent lg:p-0 dark:max-lg:bg-surface"
          >
            <FoodIcon slug={type} className="size-7 lg:size-10" />
            {t(`types.${type}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function Component() {
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
          <NowOnSaleSection />
          <SalePlaceTypes />
          <Steps />
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

/** Scrolls to and focuses the section in the URL's hash; Back restores the position instead. */
function useHashScroll(): void {
  const { hash, key } = useLocation();
  const navigationType = useNavigationType();
  const lastKey = useRef<string>(null);

  useEffect(() => {
    const isFirstRender = lastKey.current === null;
    lastKey.current = key;
    if (!hash || (navigationType === 'POP' && !isFirstRender)) return;
    const section = document.getElementById(hash.slice(1));
    if (!section) return;
    const isInstant = isFirstRender || matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.scrollIntoView({ behavior: isInstant ? 'instant' : 'smooth' });
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }, [hash, key, navigationType]);
}

/** Transparent, on the yellow hero. */
function LandingHeader({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation(['landing', 'common']);
  return (
    <header className="on-brand on-bright absolute inset-x-0 top-0 z-10 text-on-brand">
      <div className="wrap flex h-17 items-center gap-3 font-semibold lg:h-22 lg:gap-8">
        <Logo className="h-[34px] lg:h-10" />
        <nav aria-label={t('nav.label')} className="ml-6 flex gap-7 max-lg:hidden">
          {(['how', 'sellers', 'partners'] as const).map((section) => (
            <Link
              key={section}
              to={`#${section}`}
              className="inline-flex min-h-11 items-center rounded-xs hover:underline"
            >
              {t(`nav.${section}`)}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-3 lg:gap-5">
          <LanguageSelect className="sm:hidden" />
          <LanguageButtons className="max-sm:hidden" />
          <ButtonLink
            size="small"
            to={isSignedIn ? paths.offers : withNextPath(paths.auth, paths.offers)}
            className="min-h-11!"
          >
            {isSignedIn ? t('openOffers') : t('common:signIn')}
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}
