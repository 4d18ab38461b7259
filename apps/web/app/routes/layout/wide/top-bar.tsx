import { IconButton } from '@wopack/ui/button.tsx';
import { IconMenu2 } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { HeaderImage, useCurrentLayoutOptions } from '../../../lib/layout-options.tsx';
import { LanguageSwitcher } from '../../../ui/language-picker.tsx';
import { getActiveNavKey } from '../navigation.ts';
import { useSideMenu } from './side-menu.tsx';

/** Signed-in pages from 576 px: title and language. Two lines below 992 px when needed. */
export function TopBar() {
  const { t } = useTranslation();
  const activeKey = getActiveNavKey(useLocation().pathname);
  const { headerImage } = useCurrentLayoutOptions();
  const { isHidden, toggleHidden } = useSideMenu();
  return (
    <header className="gutter print:hidden relative isolate flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line bg-page py-2 lg:flex-nowrap">
      <HeaderImage photo={headerImage} />
      <div className="-ml-2.5 flex items-center gap-1 rounded-full bg-page pr-4">
        <IconButton
          variant="plain"
          label={t('nav.show')}
          aria-expanded={!isHidden}
          aria-controls={isHidden ? undefined : 'side-menu'}
          onClick={toggleHidden}
        >
          <IconMenu2 />
        </IconButton>
        <p className="text-sm font-semibold text-muted">{activeKey ? t(`nav.${activeKey}`) : t('slogan')}</p>
      </div>
      <LanguageSwitcher />
    </header>
  );
}
