import { CURRENCY, PARTNER_PERCENT } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { locale } from '../../../lib/language.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { figoButtons } from '../../../ui/figo-buttons.ts';
import { Sticker } from '../../../ui/sticker.tsx';
import { packsByMonth, shareCents, sharePerPackCents } from './example.ts';
import { hugeClass, Tile } from './tile.tsx';

const lastPacks = packsByMonth[packsByMonth.length - 1]!;

/** What a partner earns, with the sum of one month. Stays light at night. */
export function PartnerTile({ member }: { member: boolean }) {
  const { t, i18n } = useTranslation('landing');
  const { money } = useFormat();
  const share = new Intl.NumberFormat(locale(i18n.language), {
    style: 'currency',
    currency: CURRENCY,
    minimumFractionDigits: 4,
  }).format(sharePerPackCents / 100);
  const total = money(shareCents(lastPacks));
  return (
    <Tile
      id="partners"
      label={t('partners.label')}
      title={t('partners.title')}
      figure={
        <p className={hugeClass}>
          {PARTNER_PERCENT}
          <span className="ml-[.08em] text-[.55em]">%</span>
        </p>
      }
      className="on-yellow bg-[color-mix(in_srgb,var(--tomate-500)_10%,var(--tomate-100))] text-ink"
      style={figoButtons}
    >
      <p className="max-w-[330px] xl:max-w-[min(330px,100%-84px)]">{t('partners.text')}</p>
      <p className="max-w-[230px] text-sm">
        <span className="block text-xs font-semibold">{t('example')}</span>
        {t('partners.sum', { packs: lastPacks, share, total })}
      </p>
      {member ? null : (
        <ButtonLink to={`${paths.signup}?partner=1`} className="lg:mt-auto">
          {t('partners.action')}
        </ButtonLink>
      )}
      <Bars />
    </Tile>
  );
}

function Bars() {
  return (
    <div
      aria-hidden="true"
      className="flex h-[124px] w-full items-end justify-end gap-3 max-lg:mt-8 max-lg:-mb-8 lg:absolute lg:right-10 lg:bottom-0 lg:h-[216px] lg:w-auto"
    >
      {packsByMonth.map((packs, month) => (
        <span
          key={packs}
          className="w-10 rounded-t-xs bg-sun"
          style={{ height: `${(packs / lastPacks) * 100}%`, opacity: [0.45, 0.6, 0.8, 1][month] }}
        />
      ))}
      <Sticker
        cents={shareCents(lastPacks)}
        className="absolute right-4 mb-[104px] rotate-4 lg:-right-2.5 lg:mb-[190px]"
      />
    </div>
  );
}
