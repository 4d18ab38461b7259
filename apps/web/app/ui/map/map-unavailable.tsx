import { useTranslation } from 'react-i18next';

/** In place of a map that the browser does not draw. */
export function MapUnavailable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['map', 'errors']);
  return (
    <div
      role="alert"
      // Above a pin that waits for its map, below what stands around one.
      className="relative z-1 grid size-full place-content-center justify-items-center bg-(--map-land) p-6 text-center text-pretty"
    >
      <p>{t('notDrawn')}</p>
      <button type="button" onClick={onRetry} className="link min-h-11">
        {t('errors:retry')}
      </button>
    </div>
  );
}
