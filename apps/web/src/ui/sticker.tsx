import { useTranslation } from 'react-i18next';
import { cx } from '../lib/cx.ts';
import { money } from '../lib/format.ts';
import { Price } from './price.tsx';

interface Props {
  cents: number;
  /** What the content is worth; struck through, named for screen readers. */
  valueCents?: number | null;
  soldOut?: boolean;
  /** `large` in the detail. */
  size?: 'normal' | 'large';
  className?: string;
}

/** The torn price label. Put it where there is air around it, usually turned by −2°. */
export function Sticker({ cents, valueCents, soldOut, size, className }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <span className={cx('inline-block drop-shadow-[0_3px_6px_rgb(52_16_42/.2)]', className)}>
      <span
        className={cx(
          'zz-bottom flex items-end gap-2 rounded-t-[6px] px-3 pt-2 pb-[13px] [--zz:10px]',
          soldOut ? 'bg-disabled text-on-disabled' : 'bg-sticker text-on-sticker',
        )}
      >
        <Price cents={cents} className={size === 'large' ? 'text-[1.875rem]' : undefined} />
        {valueCents ? (
          <s className="struck text-sm leading-[1.1] font-semibold">
            <span className="sr-only">{t('value')} </span>
            {money(valueCents, i18n.language)}
          </s>
        ) : null}
      </span>
    </span>
  );
}
