import {
  COMMISSION_CENTS,
  centsFromHundredths,
  earningCents,
  formatHundredths,
  formatPercentParts,
  PARTNER_PERCENT,
  shareHundredths,
} from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconCheck } from '@wopack/ui/icons';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Price, PriceSticker } from '../../../ui/price.tsx';

/** The sample product of the steps and the receipt. */
export const SAMPLE_PRODUCT = { priceCents: 399, valueCents: 1200 };

/** Units of four months, drawn as bars; only the last value is labelled. */
export const UNITS_BY_MONTH = [100, 160, 229, 309] as const;

/** Cents of a month's share, rounded once. */
export const calculateShareCents = (units: number): number => centsFromHundredths(units * shareHundredths());

/** Leads from a seller's sign-up to the registration of the business. */
export const signUpToSell = `${paths.signup}?${new URLSearchParams({ owner: '1', next: paths.sellerQuickStart })}`;

interface Props {
  /** Target of '#…' links. */
  id: string;
  label: string;
  title: string;
  figure: ReactNode;
  className: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** A large coloured tile: label, one huge figure, explanation. */
export const LandingTile = ({ id, label, title, figure, className, style, children }: Props) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={cn(
      'relative flex flex-col items-start gap-4 overflow-hidden rounded-xl px-6 py-8 outline-none lg:min-h-[560px] lg:p-12',
      className,
    )}
    style={style}
  >
    <p className="font-semibold">{label}</p>
    <div className="mt-2">{figure}</div>
    <h2 id={`${id}-title`} className="d2 max-w-[440px]">
      {title}
    </h2>
    {children}
  </section>
);

export const HUGE_FIGURE_CLASS =
  'font-display text-[5rem]! leading-[.95]! font-[800]! tracking-[-.06em]! lg:text-[7rem]!';

const lastMonthUnits = UNITS_BY_MONTH[UNITS_BY_MONTH.length - 1]!;

/** What a partner earns, with the sum of one month. Light in both themes. */
export function PartnerTile({ isSignedIn }: { isSignedIn: boolean }) {
  const { t, i18n } = useTranslation('landing');
  const { formatMoney } = useFormat();
  const percent = formatPercentParts(PARTNER_PERCENT, i18n.language);
  const share = formatHundredths(shareHundredths(), i18n.language);
  const total = formatMoney(calculateShareCents(lastMonthUnits));
  return (
    <LandingTile
      id="partners"
      label={t('partners.label')}
      title={t('partners.title')}
      figure={
        <p className={HUGE_FIGURE_CLASS}>
          {percent.number}
          <span className="ml-[.08em] text-[.55em] whitespace-pre">{percent.sign}</span>
        </p>
      }
      className="on-brand on-bright bg-sun-soft text-on-paper"
    >
      <p className="max-w-[330px] xl:max-w-[min(330px,100%-84px)]">{t('partners.text')}</p>
      <p className="max-w-[230px] text-sm">
        <span className="block text-xs font-semibold">{t('example')}</span>
        {t('partners.sum', { packs: lastMonthUnits, share, total })}
      </p>
      {isSignedIn ? null : (
        <ButtonLink to={`${paths.signup}?partner=1`} className="lg:mt-auto">
          {t('partners.action')}
        </ButtonLink>
      )}
      <MonthBars />
    </LandingTile>
  );
}

function MonthBars() {
  return (
    <div
      aria-hidden="true"
      className="flex h-[124px] w-full items-end justify-end gap-3 max-lg:mt-8 max-lg:-mb-8 lg:absolute lg:right-10 lg:bottom-0 lg:h-[216px] lg:w-auto"
    >
      {UNITS_BY_MONTH.map((units, month) => (
        <span
          key={units}
          className="w-10 rounded-t-xs bg-sun"
          style={{ height: `${(units / lastMonthUnits) * 100}%`, opacity: [0.45, 0.6, 0.8, 1][month] }}
        />
      ))}
      <PriceSticker
        cents={calculateShareCents(lastMonthUnits)}
        className="absolute right-4 mb-[104px] rotate-4 lg:-right-2.5 lg:mb-[190px]"
      />
    </div>
  );
}

/** What selling costs, with the sum of one unit as a receipt. */
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
            <IconCheck className="size-5 shrink-0" />
            {t(`sellers.${benefit}`)}
          </li>
        ))}
      </ul>
      <ButtonLink variant="brand" to={isSignedIn ? paths.sellerRole : signUpToSell} className="lg:mt-auto">
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
