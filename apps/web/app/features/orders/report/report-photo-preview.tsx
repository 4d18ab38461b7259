import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { useReportPhoto } from './use-report-photo.ts';

interface Props {
  item: NonNullable<ReturnType<typeof useReportPhoto>['item']>;
  onRemove: () => void;
  onRetry: () => void;
}

/** The photo that goes with the report, how far it is, and a way to take it out. */
export function ReportPhotoPreview({ item, onRemove, onRetry }: Props) {
  const { t } = useTranslation(['orders', 'errors']);
  const percent = Math.round(item.progress * 100);
  return (
    <div className="flex items-center gap-3.5 rounded-md bg-quiet p-2.5">
      <img
        src={item.url}
        alt={t('help.photoAlt')}
        className="aspect-video w-28 shrink-0 rounded-sm object-cover"
      />
      <div className="grid min-w-0 flex-1 gap-2">
        {item.path === null && !item.errorMessage ? (
          <span
            role="progressbar"
            aria-label={t('help.sendingPhoto')}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="h-1.5 overflow-hidden rounded-full bg-line"
          >
            <span className="block h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
          </span>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {item.errorMessage ? (
            <Button size="small" variant="ghost" onClick={onRetry}>
              {t('errors:retry')}
            </Button>
          ) : null}
          <Button size="small" variant="ghost" onClick={onRemove}>
            {t('help.removePhoto')}
          </Button>
        </div>
      </div>
    </div>
  );
}
