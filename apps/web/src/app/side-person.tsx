import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { cx } from '../lib/cx.ts';
import { paths } from '../lib/paths.ts';
import { logOut, type Me } from '../modules/identity/identity.api.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** Who is signed in, and the way out. */
export function SidePerson({ me, narrow }: { me: Me; narrow: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const name = `${me.name} ${me.sname}`.trim();
  const leave = async () => {
    setLeaving(true);
    await logOut();
    await navigate(paths.landing, { replace: true });
  };
  return (
    <div className={cx('flex items-center', narrow ? 'flex-col gap-3' : 'gap-1 pl-1')}>
      <Link
        to={paths.account}
        aria-label={narrow ? name || t('nav.account') : undefined}
        className="flex min-w-0 flex-1 items-center gap-3"
      >
        <Avatar name={name || me.email} path={me.avatar_path} />
        {narrow ? null : (
          <span className="grid min-w-0 text-sm leading-5">
            <b className="truncate">{name || me.email}</b>
            <span className="truncate text-xs text-2">{me.city}</span>
          </span>
        )}
      </Link>
      <IconButton look="plain" label={t('logOut')} disabled={leaving} onClick={() => void leave()}>
        <IconLogout aria-hidden="true" />
      </IconButton>
    </div>
  );
}
