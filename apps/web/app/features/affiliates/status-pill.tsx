import { useTranslation } from 'react-i18next';
import { Pill } from '../../ui/display/pill.tsx';
import type { ReferredBuyer } from './affiliates.api.ts';

const tones = { active: 'ok', new: 'info', paused: 'plain', left: 'plain' } as const;

export function StatusPill({ status }: { status: ReferredBuyer['status'] }) {
  const { t } = useTranslation('partner');
  return <Pill tone={tones[status]}>{t(`status.${status}`)}</Pill>;
}
