import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { Hold } from '../payments.api.ts';
import { HoldNotice } from './hold-notice.tsx';

/** Packs set aside beside this one, which keep another from being paid. */
export function OtherHolds({ holds, onRelease }: { holds: Hold[]; onRelease: (hold: Hold) => void }) {
  const { t } = useTranslation('payment');
  return holds.map((hold) => (
    <HoldNotice key={hold.token} hold={hold} showProductName>
      <ButtonLink size="small" to={paths.offer(hold.product_id)}>
        {t('hold.goOn')}
      </ButtonLink>
      <Button size="small" variant="ghost" onClick={() => onRelease(hold)}>
        {t('hold.letGo')}
      </Button>
    </HoldNotice>
  ));
}
