import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/cn.ts';
import { formatMoney } from '../../lib/format/format.ts';

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
