import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useCurrentLayoutOptions } from '../../lib/layout-options.tsx';
import { paths } from '../../lib/paths.ts';
import { withNextPath } from '../../lib/session/next-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import { HeaderImage } from './header-image.tsx';

/** On a shared offer for signed-out visitors: links to the landing page and to sign-in, which leads back here. */
export function GuestBar() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { headerImage } = useCurrentLayoutOptions();
  return (
    <header className="gutter relative isolate flex min-h-16 items-center justify-between gap-4 border-b border-line py-2">
      <HeaderImage photo={headerImage} />
      <Link to={paths.landing} className="-ml-3 rounded-full bg-page px-3 py-1.5">
        <Logo />
      </Link>
      <ButtonLink size="small" to={withNextPath(paths.auth, pathname + search)}>
        {t('signIn')}
      </ButtonLink>
    </header>
  );
}
