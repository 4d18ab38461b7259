import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';

/** Below a form; on phones it spans the width. */
export function SaveBar({ isSaving, label }: { isSaving: boolean; label?: string }) {
  const { t } = useTranslation('seller');
  return (
    <div className="flex justify-end">
      <Button type="submit" loading={isSaving} className="max-sm:w-full sm:min-w-[200px]">
        {label ?? t('edit.save')}
      </Button>
    </div>
  );
}
