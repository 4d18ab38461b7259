import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { logOut } from '../identity.api.ts';

/** Ends the session, forgets everything on this device and goes to the first page. */
export function LogOutButton() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const handleLogOut = async () => {
    setLoggingOut(true);
    await logOut();
    await navigate(paths.landing, { replace: true });
  };
  return (
    <Button
      variant="soft"
      fullWidth
      loading={isLoggingOut}
      icon={<IconLogout aria-hidden="true" />}
      onClick={() => void handleLogOut()}
    >
      {t('logOut')}
    </Button>
  );
}
