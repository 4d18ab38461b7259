import { IconCheck } from '@tabler/icons-react';
import { COMMISSION_CENTS, earningCents } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Price } from '../../../ui/display/price.tsx';
import { SAMPLE_PRODUCT } from './example-figures.ts';
import { HUGE_FIGURE_CLASS, LandingTile } from './landing-tile.tsx';

/** What selling costs, with the sum of one pack as a receipt. */
export function SellerTile({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation('landing');
  return (
    <LandingTile
      id="sellers"
      label={t('sellers.label')}
      title={t('sellers.title')}
      figure={<Price cents={COMMISSION_CENTS} className={cn(HUGE_FIGURE_CLASS, 'text-sticker')} />}
      className="on-contrast bg-contrast text-on-contrast"
    >
      <ul className="grid gap-2.5 font-medium xl:max-w-[calc(100%-250px)]">
        {(['free', 'yours', 'unsold'] as const).map((benefit) => (
          <li key={benefit} className="flex items-center gap-2.5">
            <IconCheck className="size-5 shrink-0" aria-hidden="true" />
            {t(`sellers.${benefit}`)}
          </li>
        ))}
      </ul>
      <ButtonLink
        variant="brand"
        to={isSignedIn ? paths.sellerRole : `${paths.signup}?owner=1`}
        className="lg:mt-auto"
      >
        {t('sellers.action')}
      </ButtonLink>
      <Receipt />
    </LandingTile>
  );
}

function Receipt() {
  const { t } = useTranslation('landing');
  const { formatMoney } = useFormat();
  const { priceCents } = SAMPLE_PRODUCT;
  return (
    <div className="mx-auto mt-1 mb-2 w-[236px] rotate-3 drop-shadow-[0_16px_30px_rgb(0_0_0/.3)] lg:absolute lg:right-11 lg:bottom-10">
      <div className="zz-bottom grid gap-2 rounded-t-[10px] bg-paper px-5 pt-4 pb-8 text-[.9375rem] text-on-paper [--zz:16px]">
        <p className="text-xs font-semibold text-on-paper/75">{t('example')}</p>
        <dl className="grid gap-2">
          <div className="flex justify-between gap-3">
            <dt>{t('sellers.price')}</dt>
            <dd className="font-bold">{formatMoney(priceCents)}</dd>
          </div>
          <div className="flex justify-between gap-3">
            <dt>woPack</dt>
            <dd className="font-bold">− {formatMoney(COMMISSION_CENTS)}</dd>
          </div>
          <div className="flex items-center justify-between gap-3 border-t-[1.5px] border-dashed border-on-paper/40 pt-2.5">
            <dt className="font-bold">{t('sellers.receive')}</dt>
            <dd>
              <Price cents={earningCents(priceCents)} />
            </dd>
          </div>
        </dl>
      </div>
    </div>
  );
}
