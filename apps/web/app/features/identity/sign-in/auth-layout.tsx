import { iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconChevronLeft } from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { MascotScene } from '../../../ui/images/mascot-scene.tsx';
import { LanguageSelect } from '../../../ui/language-picker.tsx';

const bandClasses = {
  scene: 'max-lg:on-brand max-lg:zz-bottom max-lg:h-84 max-lg:bg-brand max-lg:text-on-brand [--zz:39px]',
  /** Only the zigzag edge, where the form is long. */
  slim: 'max-lg:on-brand max-lg:zz-bottom max-lg:h-26 max-lg:bg-brand max-lg:text-on-brand [--zz:39px]',
  none: '',
} as const;

interface Props {
  /** Shape of the yellow band above the form on phones. */
  band: keyof typeof bandClasses;
  /** Target of the back arrow. */
  backTo?: string;
  children: ReactNode;
}

/** Layout of sign-in pages: on phones a yellow band above the form, from 992 px a yellow half beside it. */
export function AuthLayout({ band, backTo, children }: Props) {
  const { t } = useTranslation('auth');
  return (
    <div className="lg:flex">
      <div className="flex min-h-dvh min-w-0 flex-1 flex-col">
        <header className={cn('relative shrink-0 overflow-hidden', bandClasses[band])}>
          <div className="flex items-center gap-3 px-5 pt-4 lg:px-10 lg:pt-6">
            {backTo ? (
              <Link
                to={backTo}
                aria-label={t('back')}
                className={cn(iconButtonVariants({ variant: 'flat' }), '-ml-1')}
              >
                <IconChevronLeft />
              </Link>
            ) : null}
            <Link to={paths.landing} className={cn('rounded-xs', band === 'none' && 'max-lg:hidden')}>
              <Logo />
            </Link>
            <LanguageSelect className="ml-auto" />
          </div>
          {band === 'scene' ? (
            <div className="absolute inset-x-0 top-[118px] mx-auto max-w-[480px] lg:hidden">
              <MascotScene scene="door" lazy className="ml-[66%] w-[230px] -translate-x-1/2" />
            </div>
          ) : null}
        </header>
        <main
          className={cn(
            'mx-auto flex w-full max-w-[480px] flex-1 flex-col gap-3.5 px-5 pb-7 lg:justify-center lg:pb-16',
            band === 'none' ? 'pt-8' : 'pt-4',
          )}
        >
          {children}
        </main>
      </div>
      <div
        aria-hidden="true"
        className="on-brand zz-left sticky top-0 grid h-dvh w-[min(560px,44vw)] shrink-0 place-items-center bg-brand pr-10 pl-19 [--zz:40px] max-lg:hidden"
      >
        <MascotScene scene="full" lazy className="w-full max-w-[400px]" />
      </div>
    </div>
  );
}
