import { useTranslation } from 'react-i18next';
import { cx } from '../lib/cx.ts';
import { money } from '../lib/format.ts';

/** An amount like on a shelf label, cents raised; read out plainly. */
export function Price({ cents, className }: { cents: number; className?: string }) {
  const { i18n } = useTranslation();
  const plain = money(cents, i18n.language);
  const [, before, whole, fraction, after] = /^(\D*)(.+?)[.,](\d{2})(\D*)$/.exec(plain) ?? [];
  return (
    <span className={cx('price', className)}>
      <span className="sr-only">{plain}</span>
      <span aria-hidden="true">
        <Currency text={before} />
        {whole}
        <sup>{fraction}</sup>
        <Currency text={after} />
      </span>
    </span>
  );
}

function Currency({ text }: { text: string | undefined }) {
  return text?.trim() ? <span className="currency">{text.trim()}</span> : null;
}
