import { IconArrowRight } from '@tabler/icons-react';
import { MAX_DISCOUNT } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { MascotScene } from '../../../ui/images/mascot-scene.tsx';

const DISCOUNT_PERCENT = MAX_DISCOUNT * 100;

/** The slogan, what it is in one breath, and the way in. */
export function Hero({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation(['landing', 'common']);
  const slogan = t('common:slogan').split(/(?<=\?) /);
  return (
    <div className="on-brand on-bright zz-bottom overflow-hidden bg-brand pt-17 text-on-brand [--zz:39px] lg:pt-22 lg:[--zz:48px]">
      <div className="wrap grid items-center gap-6 pt-5 pb-16 lg:min-h-[640px] lg:grid-cols-[1.17fr_1fr] lg:pt-4 lg:pb-32">
        <div>
          <h1 className="hero [&:lang(en)]:text-[calc(var(--text-hero)*.86)]">
            {slogan.map((line) => (
              <span key={line} className="block">
                {`${line} `}
              </span>
            ))}
          </h1>
          <p className="mt-4 mb-6 max-w-[30em] text-lg text-pretty lg:mt-7 lg:mb-9 lg:text-[1.3125rem] lg:leading-[1.95rem]">
            {t('intro', { percent: DISCOUNT_PERCENT })}
          </p>
          <ButtonLink
            to={isSignedIn ? paths.offers : paths.auth}
            className="max-sm:w-full lg:min-h-16 lg:rounded-[20px] lg:px-9 lg:text-[1.1875rem]"
          >
            {t('more')}
            <IconArrowRight aria-hidden="true" />
          </ButtonLink>
        </div>
        <div className="relative mx-auto w-full max-w-[347px] lg:max-w-none">
          <MascotScene scene="full" />
          <p className="absolute top-[2%] right-0 grid size-23 rotate-10 place-content-center rounded-full bg-paper text-center font-display text-[1.1875rem]/none font-bold tracking-[-.04em] text-on-paper shadow-floating lg:size-33 lg:text-[1.75rem]/none">
            <span className="mb-1 font-text text-[.6875rem]/[1.1] font-semibold tracking-normal lg:text-[.8125rem]/[1.1]">
              {`${t('upTo')} `}
            </span>
            {t('discount', { percent: DISCOUNT_PERCENT })}
          </p>
        </div>
      </div>
    </div>
  );
}
