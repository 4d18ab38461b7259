import { useTranslation } from 'react-i18next';
import type { LocateProblem } from './position.ts';

/** Why 'use my location' did not work in the list. Source: specification, section 8. */
export function LocateNote({ problem }: { problem: LocateProblem | null }) {
  const { t } = useTranslation('offers');
  return (
    <p role="status" className={problem ? 'mt-2 text-sm text-2' : undefined}>
      {problem ? t(problem === 'denied' ? 'account.geoNeedAccess' : 'account.geoNotWorking') : null}
    </p>
  );
}
