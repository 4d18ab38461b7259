import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/cn.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { Price } from './price.tsx';

interface Props {
  cents: number;
  /** Value of the content; struck through, with a label for screen readers. */
  valueCents?: number | null;
  isSoldOut?: boolean;
  size?: 'normal' | 'large';
  className?: string;
}

/** Needs free space around it; usually rotated by −2°. */
export function PriceSticker({ cents, valueCents, isSoldOut, size, className }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <span className={cn('inline-block drop-shadow-[0_3px_6px_rgb(52_16_42/.2)]', className)}>
      <span
        className={cn(
          'zz-bottom flex items-end gap-2 rounded-t-[6px] px-3 pt-2 pb-[13px] [--zz:10px]',
          isSoldOut ? 'bg-disabled text-on-disabled' : 'bg-sticker text-on-sticker',
        )}
      >
        <Price cents={cents} className={size === 'large' ? 'text-[1.875rem]' : undefined} />
        {valueCents ? (
          <s className="struck text-sm leading-[1.1] font-semibold">
            <span className="sr-only">{t('value')} </span>
            {formatMoney(valueCents, i18n.language)}
          </s>
        ) : null}
      </span>
    </span>
  );
}
