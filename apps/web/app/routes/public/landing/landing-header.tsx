import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { lightSurfaceStyle } from '../../../ui/images/light-surface-style.ts';
import { Logo } from '../../../ui/images/logo.tsx';
import { LanguageButtons, LanguageSelect } from '../../../ui/language-picker.tsx';

/** Logo, the way to the sections, language and sign-in; lies on the yellow hero. */
export function LandingHeader({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation(['landing', 'common']);
  return (
    <header className="on-yellow absolute inset-x-0 top-0 z-10 text-on-brand" style={lightSurfaceStyle}>
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
          <ButtonLink size="small" to={isSignedIn ? paths.offers : paths.auth} className="min-h-11!">
            {isSignedIn ? t('openOffers') : t('common:signIn')}
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}
