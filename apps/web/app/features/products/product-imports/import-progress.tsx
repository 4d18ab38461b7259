import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';

interface Props {
  label: string;
  done: number;
  total: number;
}

/** A bar with its figures; assistive technology is told of every tenth part. */
export function ImportProgress({ label, done, total }: Props) {
  const { t } = useTranslation('imports');
  const { formatPercent } = useFormat();
  const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0;
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-3.5 overflow-hidden rounded-full bg-quiet"
      >
        <span
          className="block h-full rounded-full bg-brand transition-[width] duration-[var(--t-base)]"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p role="status" className="sr-only">
        {t('percent', { what: label, percent: formatPercent(percent - (percent % 10)) })}
      </p>
    </div>
  );
}
