import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { logOut } from '../../../features/identity/identity.api.ts';
import { cn } from '../../../lib/cn.ts';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Avatar } from '../../../ui/images/avatar.tsx';

export function SideMenuUser({ me, isCollapsed }: { me: Me; isCollapsed: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const name = `${me.name} ${me.sname}`.trim();
  const handleLogOut = async () => {
    setLoggingOut(true);
    await logOut();
    await navigate(paths.landing, { replace: true });
  };
  return (
    <div className={cn('flex items-center', isCollapsed ? 'flex-col gap-3' : 'gap-1 pl-1')}>
      <Link
        to={paths.account}
        aria-label={isCollapsed ? name || t('nav.account') : undefined}
        className="flex min-w-0 flex-1 items-center gap-3"
      >
        <Avatar name={name || me.email} path={me.avatar_path} />
        {isCollapsed ? null : (
          <span className="grid min-w-0 text-sm leading-5">
            <b className="truncate">{name || me.email}</b>
            <span className="truncate text-xs text-muted">{me.city}</span>
          </span>
        )}
      </Link>
      <IconButton
        variant="plain"
        label={t('logOut')}
        disabled={isLoggingOut}
        onClick={() => void handleLogOut()}
      >
        <IconLogout aria-hidden="true" />
      </IconButton>
    </div>
  );
}
