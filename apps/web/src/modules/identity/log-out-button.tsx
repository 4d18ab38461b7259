import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { logOut } from './identity.api.ts';

/** Ends the session, forgets everything on this device and goes to the first page. */
export function LogOutButton() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await logOut();
    await navigate(paths.landing, { replace: true });
  };
  return (
    <Button
      look="soft"
      block
      loading={leaving}
      icon={<IconLogout aria-hidden="true" />}
      onClick={() => void leave()}
    >
      {t('logOut')}
    </Button>
  );
}
