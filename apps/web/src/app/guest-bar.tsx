import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { withNext } from '../lib/next.ts';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';

/** On a shared offer, for whoever is not signed in: the way home, and a way in that leads back here. */
export function GuestBar() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <header className="gutter flex min-h-16 items-center justify-between gap-4 border-b border-line py-2">
      <Link to={paths.landing} className="rounded-xs">
        <Logo />
      </Link>
      <ButtonLink small to={withNext(paths.auth, pathname + search)}>
        {t('signIn')}
      </ButtonLink>
    </header>
  );
}
