import { CURRENCY, PARTNER_PERCENT } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { getLocale } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PriceSticker } from '../../../ui/display/price-sticker.tsx';
import { calculateShareCents, SHARE_PER_UNIT_CENTS, UNITS_BY_MONTH } from './example-figures.ts';
import { HUGE_FIGURE_CLASS, LandingTile } from './landing-tile.tsx';

const lastMonthUnits = UNITS_BY_MONTH[UNITS_BY_MONTH.length - 1]!;

/** What a partner earns, with the sum of one month. Stays light at night. */
export function PartnerTile({ isSignedIn }: { isSignedIn: boolean }) {
  const { t, i18n } = useTranslation('landing');
  const { formatMoney } = useFormat();
  const share = new Intl.NumberFormat(getLocale(i18n.language), {
    style: 'currency',
    currency: CURRENCY,
    minimumFractionDigits: 4,
  }).format(SHARE_PER_UNIT_CENTS / 100);
  const total = formatMoney(calculateShareCents(lastMonthUnits));
  return (
    <LandingTile
      id="partners"
      label={t('partners.label')}
      title={t('partners.title')}
      figure={
        <p className={HUGE_FIGURE_CLASS}>
          {PARTNER_PERCENT}
          <span className="ml-[.08em] text-[.55em]">%</span>
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
