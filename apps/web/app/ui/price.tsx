import { cn } from '@wopack/ui/cn.ts';
import { formatMoney } from '@wopack/ui/format.ts';
import { useTranslation } from 'react-i18next';

/** Raised cents; read out as a plain amount. */
export function Price({ cents, className }: { cents: number; className?: string }) {
  const { i18n } = useTranslation();
  const formatted = formatMoney(cents, i18n.language);
  const [, prefix, integerPart, fraction, suffix] = /^(\D*)(.+?)[.,](\d{2})(\D*)$/.exec(formatted) ?? [];
  return (
    <span className={cn('price', className)}>
      <span className="sr-only">{formatted}</span>
      <span aria-hidden="true">
        <Currency text={prefix} />
        {integerPart}
        <sup>{fraction}</sup>
        <Currency text={suffix} />
      </span>
    </span>
  );
}

function Currency({ text }: { text: string | undefined }) {
  return text?.trim() ? <span className="currency">{text.trim()}</span> : null;
}

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
          isSoldOut ? 'bg-disabled text-muted' : 'bg-sticker text-on-sticker',
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
