import { cn } from '@wopack/ui/cn.ts';
import { useTranslation } from 'react-i18next';

/** On a built-in map at street level, which is otherwise an empty field. */
export function NoStreetsNote({ className }: { className: string }) {
  const { t } = useTranslation('map');
  return (
    <p
      className={cn(
        'absolute z-1 max-w-[260px] rounded-sm bg-raised px-3 py-1.5 font-text text-xs text-muted',
        className,
      )}
    >
      {t('noStreets')}
    </p>
  );
}
