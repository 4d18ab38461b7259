import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LanguageSwitcher } from '../ui/language-switcher.tsx';
import { activeNav } from './navigation.ts';

/** Signed-in pages from 576 px: where one is, and the language. Two lines below 992 px when needed. */
export function TopBar() {
  const { t } = useTranslation();
  const active = activeNav(useLocation().pathname);
  return (
    <header className="gutter flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line bg-bg py-2 lg:flex-nowrap">
      <p className="text-sm font-semibold text-2">{active ? t(`nav.${active}`) : t('slogan')}</p>
      <LanguageSwitcher />
    </header>
  );
}
